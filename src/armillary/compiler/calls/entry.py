"""LLVM text of the native entry of `compiler.calls.fastcall`: from Python's arguments to a kernel's pointers.

    entry(self, args, nargs, keywords)
        out    from the place after the inputs, from the keyword "out", or none              (1)
        inputs NumPy arrays of float64, contiguous, aligned, (size,) or all (N, size)        (2)
        out    the same, writable, of the result's shape, apart from every input in memory;  (3)
               made here if none is given; several results come in a new tuple               (4)
        call   kernel.one(inputs, out) or kernel.batch(N, inputs, out)                       (5)
    else   slow(*args, **keywords)                                                           (6)
A test that fails goes to (6), so no test has to say what is wrong.
"""

from __future__ import annotations

from armillary.compiler.calls.object_layout import (
    ALIGNED,
    CONTIGUOUS,
    DATA,
    DESCR,
    DIMS,
    DOUBLE,
    FLAGS,
    NDIM,
    SIZE,
    TYPE,
    WORD,
    WRITEABLE,
    Layout,
)

FIELDS = (
    "one",
    "batch",
    "ndarray",
    "float64",
    "name",
    "none",
    "new_array",
    "return_array",
    "new_tuple",
    "increment",
    "decrement",
    "vectorcall",
    "by_place",
    "limit",
)
"""The words of an entry's table; the sizes of the inputs and the shape of the output follow."""


def entry_text(inputs: int, outputs: int, ndim: int, places: Layout) -> str:
    """Return the function `entry` for so many input arrays and results of one shape, with so many dimensions."""
    return _Writer(inputs, outputs, ndim, places).text()


class _Writer:
    """Writes one entry, line by line."""

    def __init__(self, inputs: int, outputs: int, ndim: int, places: Layout) -> None:
        self.inputs, self.outputs, self.ndim, self.places = inputs, outputs, ndim, places
        self.lines: list[str] = []
        self.count = 0

    def text(self) -> str:
        self._start()
        self._find_out()
        arrays = [self._input(k) for k in range(self.inputs)]
        self.line("br label %have_inputs")
        self.label("have_inputs")
        if self.outputs == 1:
            self.branch("icmp eq ptr %out, null", "make", "given")
            self._given(arrays)
            self._make()
            self._call(arrays)
        else:
            self.need("icmp eq ptr %out, null")
            self._several(arrays)
        self._slow()
        return "\n".join(["define ptr @entry(ptr %self, ptr %args, i64 %nargs, ptr %keywords) {", *self.lines, "}", ""])

    def line(self, text: str) -> None:
        self.lines.append("  " + text)

    def label(self, name: str) -> None:
        self.lines.append(name + ":")

    def value(self, text: str) -> str:
        """Write an instruction and return the name of its value."""
        self.count += 1
        self.line(f"%t{self.count} = {text}")
        return f"%t{self.count}"

    def load(self, base: str, offset: int | str, kind: str = "ptr") -> str:
        at = self.value(f"getelementptr i8, ptr {base}, i64 {offset}")
        return self.value(f"load {kind}, ptr {at}")

    def field(self, name: str, kind: str = "ptr") -> str:
        return self.load("%table", WORD * FIELDS.index(name), kind)

    def size(self, k: int) -> str:
        """Size of input k, or from `inputs` on, of dimension k − inputs of the result."""
        return self.load("%table", WORD * (len(FIELDS) + k), "i64")

    def branch(self, test: str, then: str, otherwise: str = "slow") -> None:
        self.line(f"br i1 {self.value(test)}, label %{then}, label %{otherwise}")

    def need(self, *tests: str) -> None:
        """Go on if all hold, else to (6)."""
        self.count += 1
        following, holds = f"b{self.count}", self.value(tests[0])
        for test in tests[1:]:
            holds = self.value(f"and i1 {holds}, {self.value(test)}")
        self.line(f"br i1 {holds}, label %{following}, label %slow")
        self.label(following)

    def _start(self) -> None:
        self.label("start")
        self.line(f"%dims = alloca [{self.ndim + 1} x i64]")
        table = self.load("%self", self.places.tuple_items)
        self.line(f"%table = getelementptr i8, ptr {table}, i64 {self.places.bytes_data}")
        self.line("%plain = icmp eq ptr %keywords, null")

    def _find_out(self) -> None:
        """(1)."""
        self.branch(f"icmp eq i64 %nargs, {self.inputs}", "exact", "more")
        self.label("exact")
        self.line("br i1 %plain, label %inputs, label %keyword")
        self.label("keyword")
        self.need(f"icmp eq i64 {self.load('%keywords', SIZE, 'i64')}, 1")
        self.need(f"icmp eq ptr {self.load('%keywords', self.places.tuple_items)}, {self.field('name')}")
        self.line("br label %last")
        self.label("more")
        allowed = self.field("by_place", "i64")
        self.need(f"icmp eq i64 %nargs, {self.inputs + 1}", "and i1 %plain, true", f"icmp ne i64 {allowed}, 0")
        self.line("br label %last")
        self.label("last")
        last = self.load("%args", WORD * self.inputs)
        none = self.value(f"icmp eq ptr {last}, {self.field('none')}")
        self.line(f"%passed = select i1 {none}, ptr null, ptr {last}")
        self.line("br label %inputs")
        self.label("inputs")
        self.line("%out = phi ptr [null, %exact], [%passed, %last]")
        self.ndarray, self.float64 = self.field("ndarray"), self.field("float64")

    def _array(self, array: str, flags: int) -> None:
        """Need an array of float64 with these flags."""
        self.need(f"icmp eq ptr {self.load(array, TYPE)}, {self.ndarray}")
        found = self.value(f"and i32 {self.load(array, FLAGS, 'i32')}, {flags}")
        self.need(f"icmp eq ptr {self.load(array, DESCR)}, {self.float64}", f"icmp eq i32 {found}, {flags}")

    def _input(self, k: int) -> tuple[str, str]:
        """(2): return where the data of input k begin, and how many bytes they are."""
        array = self.load("%args", WORD * k)
        self._array(array, CONTIGUOUS | ALIGNED)
        ndim = self.load(array, NDIM, "i32")
        if k == 0:
            self.line(f"%lead32 = sub i32 {ndim}, 1")
            self.line("%lead = zext i32 %lead32 to i64")
            self.need("icmp ult i64 %lead, 2")
            self.line("%one_state = icmp eq i64 %lead, 0")
            self.line("%skip = mul i64 %lead, 8")
        else:
            self.need(f"icmp eq i32 {ndim}, {self.value('add i32 %lead32, 1')}")
        dims = self.load(array, DIMS)
        size, first = self.size(k), self.load(dims, 0, "i64")
        self.need(f"icmp eq i64 {self.load(dims, '%skip', 'i64')}, {size}")
        if k == 0:
            self.line(f"%states = select i1 %one_state, i64 1, i64 {first}")
            self.need(f"icmp sle i64 %states, {self.field('limit', 'i64')}")
        else:
            same = self.value(f"icmp eq i64 {first}, %states")
            self.need(f"or i1 %one_state, {same}")
        length = self.value(f"mul i64 {size}, %states")
        return self.load(array, DATA), self.value(f"mul i64 {length}, 8")

    def _given(self, arrays: list[tuple[str, str]]) -> None:
        """(3)."""
        self.label("given")
        self._array("%out", CONTIGUOUS | ALIGNED | WRITEABLE)
        ndim = self.load("%out", NDIM, "i32")
        expected = self.value(f"add i32 %lead32, {self.ndim}")
        self.need(f"icmp eq i32 {ndim}, {expected}")
        dims = self.load("%out", DIMS)
        length = self.value("mul i64 %states, 8")
        for d in range(self.ndim):
            wanted = self.size(self.inputs + d)
            offset = self.value(f"add i64 %skip, {WORD * d}")
            self.need(f"icmp eq i64 {self.load(dims, offset, 'i64')}, {wanted}")
            length = self.value(f"mul i64 {length}, {wanted}")
        self.line("br i1 %one_state, label %apart, label %rows")
        self.label("rows")
        self.need(f"icmp eq i64 {self.load(dims, 0, 'i64')}, %states")
        self.line("br label %apart")
        self.label("apart")
        data = self.load("%out", DATA)
        end = self.value(f"getelementptr i8, ptr {data}, i64 {length}")
        for start, size in arrays:
            start_after = self.value(f"icmp ule ptr {end}, {start}")
            start_end = self.value(f"getelementptr i8, ptr {start}, i64 {size}")
            end_before = self.value(f"icmp ule ptr {start_end}, {data}")
            self.need(f"or i1 {start_after}, {end_before}")
        self.line("br label %accept")
        self.label("accept")
        self.line(f"call void {self.field('increment')}(ptr %out)")
        self.line("br label %call")

    def _make(self) -> None:
        """(4)."""
        self.label("make")
        self._shape()
        self.line(f"%made = {self._new()}")
        self.branch("icmp eq ptr %made, null", "failed", "call")
        self.label("failed")
        self.line("ret ptr null")

    def _shape(self) -> None:
        """Write the shape of a result: one state leaves out the first dimension."""
        self.line("store i64 %states, ptr %dims")
        for d in range(self.ndim):
            at = self.value(f"getelementptr i64, ptr %dims, i64 {d + 1}")
            self.line(f"store i64 {self.size(self.inputs + d)}, ptr {at}")
        self.line(f"%shape = getelementptr i64, ptr %dims, i64 {self.value('sub i64 1, %lead')}")
        self.line(f"%ndim = add i32 %lead32, {self.ndim}")

    def _new(self) -> str:
        return (
            f"call ptr {self.field('new_array')}(ptr {self.ndarray}, i32 %ndim, ptr %shape, i32 {DOUBLE}, "
            "ptr null, ptr null, i32 0, i32 0, ptr null)"
        )

    def _several(self, arrays: list[tuple[str, str]]) -> None:
        """(4) and (5) for several results."""
        self._shape()
        self.line(f"%result = call ptr {self.field('new_tuple')}(i64 {self.outputs})")
        self.branch("icmp eq ptr %result, null", "failed", "make0")
        results: list[str] = []
        for k in range(self.outputs):
            self.label(f"make{k}")
            results.append(self.value(self._new()))
            at = self.value(f"getelementptr i8, ptr %result, i64 {self.places.tuple_items + WORD * k}")
            self.line(f"store ptr {results[k]}, ptr {at}")
            self.branch(f"icmp eq ptr {results[k]}, null", "drop", f"make{k + 1}")
        self.label("drop")
        self.line(f"call void {self.field('decrement')}(ptr %result)")
        self.line("br label %failed")
        self.label("failed")
        self.line("ret ptr null")
        self.label(f"make{self.outputs}")
        pointers = [start for start, _ in arrays] + [self.load(result, DATA) for result in results]
        self._run(pointers, "done")
        self.label("done")
        self.line("ret ptr %result")

    def _run(self, pointers: list[str], after_one: str) -> None:
        """(5)."""
        listed = ", ".join(f"ptr {pointer}" for pointer in pointers)
        self.line("br i1 %one_state, label %call_one, label %call_batch")
        self.label("call_one")
        self.line(f"call void {self.field('one')}({listed})")
        self.line(f"br label %{after_one}")
        self.label("call_batch")
        self.line(f"call void {self.field('batch')}(i64 %states, {listed})")
        self.line("br label %done")

    def _call(self, arrays: list[tuple[str, str]]) -> None:
        """Run the kernel on the one result; a number that nobody gave a place is returned as a number."""
        self.label("call")
        self.line("%result = phi ptr [%out, %accept], [%made, %make]")
        self._run([*(start for start, _ in arrays), self.load("%result", DATA)], "done" if self.ndim else "number")
        if self.ndim == 0:
            self.label("number")
            self.branch("icmp eq ptr %out, null", "scalar", "done")
            self.label("scalar")
            self.line(f"%scalar_object = call ptr {self.field('return_array')}(ptr %result)")
            self.line("ret ptr %scalar_object")
        self.label("done")
        self.line("ret ptr %result")

    def _slow(self) -> None:
        """(6)."""
        self.label("slow")
        slow = self.load("%self", self.places.tuple_items + WORD)
        function = self.field("vectorcall")
        self.line(f"%answer = call ptr {function}(ptr {slow}, ptr %args, i64 %nargs, ptr %keywords)")
        self.line("ret ptr %answer")
