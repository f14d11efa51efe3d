"""LLVM text of the native entries of `compiler.calls.fastcall`, which turn Python's arguments into kernel pointers.

    entry(self, args, nargs, keywords)
        out    from the keyword "out", else null                                             (1)
        inputs NumPy arrays of the kernel's type, aligned, (size,) or all (N, size): contiguous, or
               all (N, size) in columns, whose strides are noted                              (2)
        out    contiguous in the order of the inputs, aligned, writable, of the result's
               shape, apart from every input in memory, and for several results a tuple of
               such arrays, apart from each other;                                            (3)
               without an argument, a new array, or for several results a new tuple          (4)
        call   addresses[0](inputs, out) for one state, addresses[1](N, inputs, out) for rows
               or addresses[2](N, strides, inputs, out) for columns, which is not 0;
               Python's lock is released during the call if N is large                       (5)
    else   slow(*args, **keywords)                                                           (6)
An argument that fails a test sends the call to (6), which converts it or raises the error.
"""

from __future__ import annotations

from armillary.compiler.calls.object_places import (
    ALIGNED,
    CONTIGUOUS,
    DATA,
    DESCR,
    DIMS,
    FLAGS,
    FORTRAN,
    NDIM,
    SIZE,
    TYPE,
    WORD,
    WRITEABLE,
    ObjectPlaces,
)
from armillary.compiler.llvm.writer import Writer

FIELDS = (
    "addresses", "ndarray", "dtype", "name", "none", "new_array", "return_array", "new_tuple",
    "increment", "decrement", "vectorcall", "limit", "tuple", "short", "save_thread", "restore_thread", "number",
)  # fmt: skip
"""The words of an entry's table; the sizes of the inputs and the shape of the output follow."""


def entry_text(inputs: int, outputs: int, ndim: int, item: int, places: ObjectPlaces) -> str:
    """Return the function `entry` for numbers of inputs and of outputs, all outputs with `ndim` dimensions.

    `item` is the size of a number [bytes].
    """
    entry = _Entry(inputs, outputs, ndim, item, places)
    entry.write()
    return entry.text()


class _Entry(Writer):
    def __init__(self, inputs: int, outputs: int, ndim: int, item: int, places: ObjectPlaces) -> None:
        super().__init__("ptr @entry(ptr %self, ptr %args, i64 %nargs, ptr %keywords)")
        self.inputs, self.outputs, self.ndim, self.item, self.places = inputs, outputs, ndim, item, places

    def write(self) -> None:
        """Write the function; nothing is written to memory before all tests have passed, so (6) can start afresh."""
        self._start()
        self._find_out()
        arrays = [self._input(k) for k in range(self.inputs)]
        either = (FORTRAN | ALIGNED | WRITEABLE, CONTIGUOUS | ALIGNED | WRITEABLE)
        self.let(f"select i1 %in_columns, i32 {either[0]}, i32 {either[1]}", "%output_flags")
        self._test("icmp eq ptr %out, null", "make", "given")
        if self.outputs == 1:
            self._given(arrays)
            self._make()
            self._call(arrays)
        else:
            self._several(arrays, self._given_tuple(arrays))
        self._slow()

    def _word(self, base: str, offset: int | str, kind: str = "ptr") -> str:
        """Return the word at an address plus an offset [bytes]."""
        return self.load(self.at(base, offset, "i8"), kind)

    def _field(self, name: str, kind: str = "ptr") -> str:
        return self._word("%table", WORD * FIELDS.index(name), kind)

    def _size(self, k: int) -> str:
        """Size of input k, or from `inputs` on, of dimension k − inputs of the result."""
        return self._word("%table", WORD * (len(FIELDS) + k), "i64")

    def _test(self, test: str, then: str, otherwise: str = "slow") -> None:
        self.branch(self.let(test), then, otherwise)

    def _need(self, *tests: str) -> None:
        """Continue if all tests hold, else go to (6)."""
        holds = self.let(tests[0])
        for test in tests[1:]:
            holds = self.let(f"and i1 {holds}, {self.let(test)}")
        self.go_on_if(holds, "slow")

    def _start(self) -> None:
        """Write the address of the table: `self` is the tuple of `EntryObjects`, its first item a bytes object."""
        self.local("i64", self.ndim + 1, name="%dims")
        self.local("i64", self.inputs + self.outputs, name="%strides")
        table = self._word("%self", self.places.tuple_items)
        self.let(f"getelementptr i8, ptr {table}, i64 {self.places.bytes_data}", "%table")
        self.let("icmp eq ptr %keywords, null", "%plain")

    def _find_out(self) -> None:
        """(1)."""
        # With METH_FASTCALL keyword arguments follow the positional ones in `args`; `keywords` has their names.
        self._test(f"icmp eq i64 %nargs, {self.inputs}", "exact")
        self.begin("exact")
        self.branch("%plain", "inputs", "keyword")
        self.begin("keyword")
        self._need(f"icmp eq i64 {self._word('%keywords', SIZE, 'i64')}, 1")
        # Keywords of a call are interned: the same name is the same object. Others are compared on the slow way.
        self._need(f"icmp eq ptr {self._word('%keywords', self.places.tuple_items)}, {self._field('name')}")
        self.jump("last")
        self.begin("last")
        last = self._word("%args", WORD * self.inputs)
        none = self.let(f"icmp eq ptr {last}, {self._field('none')}")
        self.let(f"select i1 {none}, ptr null, ptr {last}", "%passed")
        self.jump("inputs")
        self.begin("inputs")
        self.let("phi ptr [null, %exact], [%passed, %last]", "%out")
        self.ndarray, self.dtype = self._field("ndarray"), self._field("dtype")

    def _array(self, array: str, flags: str) -> None:
        """Need an array of the kernel's type with these flags."""
        self._need(f"icmp eq ptr {self._word(array, TYPE)}, {self.ndarray}")
        masked = self.let(f"and i32 {self._word(array, FLAGS, 'i32')}, {flags}")
        self._need(f"icmp eq ptr {self._word(array, DESCR)}, {self.dtype}", f"icmp eq i32 {masked}, {flags}")

    def _input(self, k: int) -> tuple[str, str]:
        """(2): return the address and the size [bytes] of the data of input k."""
        array = self._word("%args", WORD * k)
        if k == 0:
            self._first_input(array)
        self._array(array, "%input_flags")
        ndim = self._word(array, NDIM, "i32")
        if k:
            self._need(f"icmp eq i32 {ndim}, {self.let('add i32 %lead32, 1')}")
        dims = self._word(array, DIMS)
        size, first = self._size(k), self._word(dims, 0, "i64")
        self._need(f"icmp eq i64 {self._word(dims, '%skip', 'i64')}, {size}")
        if k == 0:
            self.let(f"select i1 %one_state, i64 1, i64 {first}", "%states")
            self._need(f"icmp sle i64 %states, {self._field('limit', 'i64')}")
            self.let(f"mul i64 %states, {self.item}", "%rows_size")
        else:
            same = self.let(f"icmp eq i64 {first}, %states")
            self._need(f"or i1 %one_state, {same}")
        before, columns, after = self.block, self.new_block(), self.new_block()
        self.branch("%in_columns", columns, after)
        self.begin(columns)
        # NumPy keeps strides right behind the shape: two words of each.
        step, stride = self._word(dims, 2 * WORD, "i64"), self._word(dims, 3 * WORD, "i64")
        self._need(f"icmp eq i64 {step}, {self.item}", f"icmp sge i64 {stride}, %rows_size")
        self._need(f"icmp eq i64 {self.let(f'and i64 {stride}, {self.item - 1}')}, 0")
        self._note_stride(k, self.let(f"udiv exact i64 {stride}, {self.item}"))
        noted = self.block
        self.jump(after)
        self.begin(after)
        between = self.let(f"phi i64 [ %rows_size, %{before} ], [ {stride}, %{noted} ]")
        # Behind the last column there is no gap: the next array may begin there.
        others = self.let(f"mul i64 {between}, {self.let(f'sub i64 {size}, 1')}")
        return self._word(array, DATA), self.let(f"add i64 {others}, %rows_size")

    def _first_input(self, array: str) -> None:
        """Write whether the call has one state, a batch in rows or a batch in columns, and the address of its code."""
        self._need(f"icmp eq ptr {self._word(array, TYPE)}, {self.ndarray}")  # or there are no other words
        self.let(f"sub i32 {self._word(array, NDIM, 'i32')}, 1", "%lead32")
        self.let("zext i32 %lead32 to i64", "%lead")
        self._need("icmp ult i64 %lead, 2")
        self.let("icmp eq i64 %lead, 0", "%one_state")
        contiguous = self.let(f"and i32 {self._word(array, FLAGS, 'i32')}, {CONTIGUOUS}")
        gaps = self.let(f"icmp eq i32 {contiguous}, 0")
        self.let(f"select i1 %one_state, i1 false, i1 {gaps}", "%in_columns")
        self.let(f"select i1 %in_columns, i32 {ALIGNED}, i32 {CONTIGUOUS | ALIGNED}", "%input_flags")
        self.let("mul i64 %lead, 8", "%skip")  # offset of the row length in the shape
        place = self.let(f"add i64 %skip, {self.let('select i1 %in_columns, i64 8, i64 0')}")
        self.kernel = self._word(self._field("addresses"), place)
        # No code for this kind of call yet: the method compiles it and stores its address.
        self._need(f"icmp ne ptr {self.kernel}, null")

    def _note_stride(self, k: int, stride: str) -> None:
        """Write the numbers between two columns of array k, inputs first."""
        self.store(stride, self.at("%strides", k, "i64"), "i64")

    def _given(self, arrays: list[tuple[str, str]]) -> None:
        """(3) for one result."""
        self.begin("given")
        self._result("%out", arrays, "")
        self._accept()

    def _given_tuple(self, arrays: list[tuple[str, str]]) -> list[str]:
        """(3) for several results: return the addresses of their data."""
        self.begin("given")
        self._need(f"icmp eq ptr {self._word('%out', TYPE)}, {self._field('tuple')}")
        self._need(f"icmp eq i64 {self._word('%out', SIZE, 'i64')}, {self.outputs}")
        others = list(arrays)
        for k in range(self.outputs):
            others.append(self._result(self._word("%out", self.places.tuple_items + WORD * k), others, str(k)))
        self._accept()
        return [start for start, _ in others[len(arrays) :]]

    def _result(self, out: str, others: list[tuple[str, str]], tag: str) -> tuple[str, str]:
        """Need an array for a result, apart from others in memory; return address and size [bytes] of its data."""
        self._array(out, "%output_flags")
        ndim = self._word(out, NDIM, "i32")
        expected = self.let(f"add i32 %lead32, {self.ndim}")
        self._need(f"icmp eq i32 {ndim}, {expected}")
        dims = self._word(out, DIMS)
        length = self.let(f"mul i64 %states, {self.item}")
        for d in range(self.ndim):
            wanted = self._size(self.inputs + d)
            offset = self.let(f"add i64 %skip, {WORD * d}")
            self._need(f"icmp eq i64 {self._word(dims, offset, 'i64')}, {wanted}")
            length = self.let(f"mul i64 {length}, {wanted}")
        self.branch("%one_state", f"apart{tag}", f"rows{tag}")
        self.begin(f"rows{tag}")
        self._need(f"icmp eq i64 {self._word(dims, 0, 'i64')}, %states")
        self.jump(f"apart{tag}")
        self.begin(f"apart{tag}")
        data = self._word(out, DATA)
        end = self.let(f"getelementptr i8, ptr {data}, i64 {length}")
        # A kernel writes entries before it has read all: memory of arguments and of other results is not shared.
        for start, size in others:
            start_after = self.let(f"icmp ule ptr {end}, {start}")
            start_end = self.let(f"getelementptr i8, ptr {start}, i64 {size}")
            end_before = self.let(f"icmp ule ptr {start_end}, {data}")
            self._need(f"or i1 {start_after}, {end_before}")
        return data, length

    def _accept(self) -> None:
        """Go on with `out`, which is returned."""
        self.jump("accept")
        self.begin("accept")
        # The caller receives a reference of its own to `out`, as to a new array.
        self.do(f"call void {self._field('increment')}(ptr %out)")
        self.jump("call")

    def _make(self) -> None:
        """(4)."""
        self.begin("make")
        self._shape()
        self.let(self._new(), "%made")
        self._test("icmp eq ptr %made, null", "failed", "call")
        self.begin("failed")
        self.do("ret ptr null")

    def _shape(self) -> None:
        """Write the shape of a result: one state leaves out the first dimension."""
        self.do("store i64 %states, ptr %dims")
        for d in range(self.ndim):
            at = self.let(f"getelementptr i64, ptr %dims, i64 {d + 1}")
            self.store(self._size(self.inputs + d), at, "i64")
        self.let(f"getelementptr i64, ptr %dims, i64 {self.let('sub i64 1, %lead')}", "%shape")
        self.let(f"add i32 %lead32, {self.ndim}", "%ndim")
        self.let("zext i1 %in_columns to i32", "%fortran")

    def _new(self) -> str:
        number = self._field("number", "i32")
        return (
            f"call ptr {self._field('new_array')}(ptr {self.ndarray}, i32 %ndim, ptr %shape, i32 {number}, "
            "ptr null, ptr null, i32 0, i32 %fortran, ptr null)"
        )

    def _several(self, arrays: list[tuple[str, str]], passed: list[str]) -> None:
        """(4) and (5) for several results."""
        self.begin("make")
        self._shape()
        self.let(f"call ptr {self._field('new_tuple')}(i64 {self.outputs})", "%made")
        self._test("icmp eq ptr %made, null", "failed", "make0")
        results: list[str] = []
        for k in range(self.outputs):
            self.begin(f"make{k}")
            # A tuple frees what it holds: each array is stored at once, so that a failure later loses nothing.
            results.append(self.let(self._new()))
            at = self.let(f"getelementptr i8, ptr %made, i64 {self.places.tuple_items + WORD * k}")
            self.do(f"store ptr {results[k]}, ptr {at}")
            self._test(f"icmp eq ptr {results[k]}, null", "drop", f"make{k + 1}")
        self.begin("drop")
        self.do(f"call void {self._field('decrement')}(ptr %made)")
        self.jump("failed")
        self.begin("failed")
        self.do("ret ptr null")
        last = f"make{self.outputs}"
        self.begin(last)
        made = [self._word(result, DATA) for result in results]
        self.jump("call")
        self.begin("call")
        self.let(f"phi ptr [%out, %accept], [%made, %{last}]", "%result")
        pairs = zip(passed, made, strict=True)
        outs = [self.let(f"phi ptr [{old}, %accept], [{new}, %{last}]") for old, new in pairs]
        self._run([*(start for start, _ in arrays), *outs], "done")
        self.begin("done")
        self.do("ret ptr %result")

    def _run(self, pointers: list[str], after_one: str) -> None:
        """(5)."""
        listed = ", ".join(f"ptr {pointer}" for pointer in pointers)
        self.branch("%one_state", "call_one", "call_batch")
        self.begin("call_one")
        self.do(f"call void {self.kernel}({listed})")
        self.jump(after_one)
        self.begin("call_batch")
        # Other threads of Python go on during a large batch; for a small one the exchange would take too long.
        self.let(f"icmp sgt i64 %states, {self._field('short', 'i64')}", "%release")
        self.branch("%release", "save", "order")
        self.begin("save")
        self.let(f"call ptr {self._field('save_thread')}()", "%thread")
        self.jump("order")
        self.begin("order")
        self.let("phi ptr [null, %call_batch], [%thread, %save]", "%saved")
        self.branch("%in_columns", "call_columns", "call_rows")
        self.begin("call_columns")
        for k in range(self.outputs):
            self._note_stride(self.inputs + k, "%states")
        self.do(f"call void {self.kernel}(i64 %states, ptr %strides, {listed})")
        self.jump("computed")
        self.begin("call_rows")
        self.do(f"call void {self.kernel}(i64 %states, {listed})")
        self.jump("computed")
        self.begin("computed")
        self.branch("%release", "restore", "done")
        self.begin("restore")
        self.do(f"call void {self._field('restore_thread')}(ptr %saved)")
        self.jump("done")

    def _call(self, arrays: list[tuple[str, str]]) -> None:
        """Run the kernel on the one result; a scalar without `out` is returned as a number."""
        self.begin("call")
        self.let("phi ptr [%out, %accept], [%made, %make]", "%result")
        self._run([*(start for start, _ in arrays), self._word("%result", DATA)], "done" if self.ndim else "number")
        if self.ndim == 0:
            self.begin("number")
            self._test("icmp eq ptr %out, null", "scalar", "done")
            self.begin("scalar")
            self.let(f"call ptr {self._field('return_array')}(ptr %result)", "%scalar_object")
            self.do("ret ptr %scalar_object")
        self.begin("done")
        self.do("ret ptr %result")

    def _slow(self) -> None:
        """(6)."""
        self.begin("slow")
        slow = self._word("%self", self.places.tuple_items + WORD)
        function = self._field("vectorcall")
        self.let(f"call ptr {function}(ptr {slow}, ptr %args, i64 %nargs, ptr %keywords)", "%answer")
        self.do("ret ptr %answer")
