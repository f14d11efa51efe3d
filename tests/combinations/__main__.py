"""Run combinations by hand: python -m tests.combinations 7 40-60 runs seed 7 and seeds 40 to 59, and counts parts."""

from __future__ import annotations

import sys
import time
import traceback
from collections import Counter
from itertools import combinations

from tests.combinations.combination import combination
from tests.combinations.compare import compare


def seeds(texts: list[str]) -> list[int]:
    found: list[int] = []
    for text in texts:
        first, _, last = text.partition("-")
        found += range(int(first), int(last) if last else int(first) + 1)
    return found


def main() -> int:
    parts: Counter[str] = Counter()
    pairs: Counter[tuple[str, str]] = Counter()
    verdicts: Counter[str] = Counter()
    failed = []
    for seed in seeds(sys.argv[1:]):
        begin = time.process_time()
        try:
            verdict = compare(combination(seed))
        except Exception:  # one crash must not end a thousand
            print(f"{seed}: crash\n{traceback.format_exc()}", flush=True)
            verdicts["crash"] += 1
            failed.append(seed)
            continue
        parts.update(verdict.parts)
        pairs.update(combinations(sorted(verdict.parts), 2))
        word = (
            "refused"
            if verdict.refused
            else "differs"
            if verdict.differences
            else "doubtful"
            if verdict.doubtful
            else "equal"
        )
        verdicts[word] += 1
        seconds = time.process_time() - begin
        print(f"{seed}: {word} {verdict.worst:.1e} {seconds:.1f} s {verdict.refused or verdict.doubtful}", flush=True)
        if verdict.differences:
            failed.append(seed)
            print("\n".join([", ".join(sorted(verdict.parts)), *verdict.differences]), flush=True)
    print(dict(verdicts), "failed:", failed)
    print(f"{len(parts)} parts, {len(pairs)} pairs of them; rarest: {parts.most_common()[:-20:-1]}")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
