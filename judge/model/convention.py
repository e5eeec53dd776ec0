"""How a source is run, gets its case, and gives its answer."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct


class Kind(Enum):
    """How a file is run: as a program, as a function that a host calls, between a header and a
    footer that do not count, or, for a finished output, not at all."""

    PROGRAM = "program"
    FUNCTION = "function"
    TEMPLATE = "template"
    OUTPUT = "output"


class Arity(Enum):
    """How a function takes several arguments: side by side, as one list, one call each, or side by
    side with the items of the last one in its place."""

    ARGS = "args"
    LIST = "list"
    CURRIED = "curried"
    SPREAD = "spread"


class Input(Enum):
    """The form in which a program gets its input; ``running/calling.py`` writes each."""

    NATIVE = "native"
    JSON = "json"
    LINES = "lines"
    FLAT = "flat"
    ROWS = "rows"
    ITEMS = "items"
    ROW = "row"
    COUNTED_ITEMS = "counted items"
    HEADED = "headed"
    BLOCKS = "blocks"
    COMMAS = "commas"
    SLASHES = "slashes"
    ONE_LINE = "one line"
    LIST = "list"
    ARGV = "argv"
    ARGV_LINES = "argv lines"
    ARGV_COMMAS = "argv commas"
    WORDS = "words"
    SPLIT_WORDS = "split words"


#: The forms that are command-line arguments.
ON_COMMAND_LINE = frozenset(
    {Input.ARGV, Input.ARGV_LINES, Input.ARGV_COMMAS, Input.WORDS, Input.SPLIT_WORDS}
)


class Rows(Enum):
    """How an argument that is a list of rows, such as ``[[2, 2], [3, 3]]``, is passed."""

    LISTS = "lists"
    COLUMNS = "columns"
    TRANSPOSED = "transposed"
    FLAT = "flat"
    SLASHES = "slashes"
    TUPLES = "tuples"
    #: The values of an object, each as an argument of its own.
    FIELDS = "fields"


class Output(Enum):
    """Where the answer of a function is: its return value (or its output, if none),
    always its output, or the first list among its arguments, which it changed."""

    RETURN = "return"
    STDOUT = "stdout"
    MUTATED = "mutated"


class Convention(Struct, frozen=True):
    """How a case gets into a source, and its answer out."""

    arity: Arity = Arity.ARGS
    input: Input = Input.NATIVE
    output: Output = Output.RETURN
    #: Whether a function that ends its process instead of returning may have answered: only what
    #: its manifest says to answer by printing.
    may_exit: bool = False
    #: The function to call; empty for the one that the host chooses.
    name: str = ""
    #: The indices of the problem's arguments in the order in which the source takes them; empty for
    #: the problem's own order.
    argument_order: tuple[int, ...] = ()
    rows: Rows = Rows.LISTS
    #: The keys under which one object holds all arguments; empty where they are passed one by one.
    argument_names: tuple[str, ...] = ()
    #: The keys under which an object in the place of each row holds its items; empty for lists.
    field_names: tuple[str, ...] = ()
    #: Of a language whose lists are pointers: the number of the order in which the function takes
    #: its arguments and their lengths, among those that fit its parameters.
    length_order: int = 0
    #: The index of the argument that a returned list is as long as, where the list itself does not
    #: say it; None where that is for the host to find.
    result_length: int | None = None
    #: Of a language whose lists are pointers: the number behind the last item of a result, where
    #: its length is not said otherwise.
    end_mark: int | None = None
    #: An option of the language's host, such as ``--big-integers``, with which values are passed or
    #: shown in another way; empty for none.
    host_option: str = ""
    #: What means "none" in an answer, beside null, None, nil and undefined.
    none: str = ""
    #: Of a template: the text around the source, which does not count.
    header: str = ""
    footer: str = ""

    @property
    def is_arranged(self) -> bool:
        """Whether arguments or their rows are passed as other values than the problem's."""
        return bool(self.argument_names or self.field_names or self.rows is not Rows.LISTS)


class Candidate(Struct, frozen=True):
    """One plausible way to run a source, and its description for people."""

    kind: Kind
    convention: Convention
    title: str
