"""The kernels of a plan on a device: PTX from the cache or made, loaded when first used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from armillary.compiler.cache import load_or_build, source_digest
from armillary.compiler.kernel import signature
from armillary.compiler.llvm.assemble import environment
from armillary.compiler.llvm.target import Target
from armillary.compiler.ptx.driver import Device
from armillary.compiler.ptx.module import PtxModule, load
from armillary.compiler.ptx.target import SCALARS, gpu, to_ptx
from armillary.simulation.gradients.device import sums
from armillary.simulation.gradients.device.kernel import THREADS, kernel_text
from armillary.simulation.gradients.device.memory import Memory
from armillary.simulation.gradients.plan import Plan
from armillary.simulation.gradients.runs import Rows, Words, flat


@dataclass(frozen=True, eq=False)
class Engine:
    """The kernels of a plan in a precision on a device."""

    plan: Plan
    device: Device
    dtype: str

    def launch(self, kind: str, phase: int, memory: Memory, words: Words) -> None:
        """Queue a kernel for some steps of some runs."""
        arguments = flat(words, self.plan.structure.words(kind))
        module = self._module(kind, phase)
        with self.device.current():
            module.launch(-(-arguments[0] // THREADS), THREADS, memory.stream, arguments)

    def add_up(self, memory: Memory, source: Rows, rows: int, width: int, right: int, to: int) -> None:
        """Add the sums of all rows of an array to `to` (width,); columns are `right` entries apart."""
        part = memory.zeros(width * sums.PARTS)
        module = load(self._made(sums.NAME, [], sums.sums_text), sums.NAME, self.device)
        first = (width * sums.PARTS, rows, width, sums.PARTS, source.step, right, source.address, part)
        second = (width, sums.PARTS, width, 1, width, 1, part, to)
        with self.device.current():
            for given in (first, second):
                module.launch(-(-given[0] // THREADS), THREADS, memory.stream, given)

    def _module(self, kind: str, phase: int) -> PtxModule:
        structure = self.plan.structure
        kept = self.plan.setup.phases[phase][1].engines
        key = (kind, self.plan.places, structure, self.device, self.dtype)
        if key not in kept:
            programs = self.plan.programs(kind, phase)
            parts = [*map(signature, programs), repr(structure)]
            text = self._made(kind, parts, lambda target: kernel_text(kind, structure, programs, target))
            kept[key] = load(text, kind, self.device)
        module: PtxModule = kept[key]
        return module

    def _made(self, name: str, parts: Sequence[str | bytes], text_of: Callable[[Target], str]) -> bytes:
        """Return the PTX of a kernel."""
        target = gpu(self.device.capability, self.device.version, SCALARS[self.dtype])
        sources = source_digest("simulation.native", "simulation.solvers", "simulation.gradients")
        about = [name, *parts, f"{target.name} {target.scalar.name}", environment(), sources]
        return load_or_build(about, lambda: to_ptx(text_of(target), target, [name]).encode())
