"""Results of a study on disk: a Zarr store that is written chunk by chunk, resumed, extended, merged and verified."""

from armillary.studies.store.merge import merge
from armillary.studies.store.store import Counts, Store

__all__ = ["Counts", "Store", "merge"]
