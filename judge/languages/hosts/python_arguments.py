"""Arguments that a posted function gets and JSON has no word for: objects, room for its result."""


class Room(list):
    """A list to be filled; where it is called, as a callback is, what it was called with counts."""

    def __init__(self):
        self.calls = []

    def __call__(self, *given):
        self.calls.append(given)

    def content(self):
        """The list, or the only value of the only call; without one, all calls."""
        if not self.calls:
            return self
        first, *others = self.calls
        if others:
            return [given[0] if len(given) == 1 else given for given in self.calls]
        if len(first) == 2 and first[0] is None:
            return first[1]  # behind the place of an error
        return first[0] if len(first) == 1 else first


def room_for_result(function, count):
    """Room for it, for a function that needs one argument more than there are."""
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    if code is None:
        return []
    bound = hasattr(function, "__self__")
    needed = code.co_argcount - bound - len(function.__defaults__ or ())
    return [Room()] if needed == count + 1 else []


def takes_keywords(function):
    """Whether it takes arguments by their names alone."""
    code = getattr(function, "__code__", None)
    return code is not None and code.co_kwonlyargcount > 0 == code.co_argcount


class Fields(dict):
    """An object, with its values as attributes too."""

    __getattr__ = dict.__getitem__


def holds_objects(value):
    """Whether it is an object, or begins with one."""
    while isinstance(value, list) and value:
        value = value[0]
    return isinstance(value, Fields)


def made_objects(value, classes):
    """The value with each object of the class, among those of the source, that has its fields."""
    if isinstance(value, Fields):
        made = {key: made_objects(item, classes) for key, item in value.items()}
        kind = next((c for c in classes if made and [*field_names(c)] == [*made]), Fields)
        return kind(made) if kind is Fields else kind(*made.values())
    if isinstance(value, list):
        return [made_objects(item, classes) for item in value]
    return value


def field_names(kind):
    """What a class is made of: a data class, a tuple with names, or one with ``__init__``."""
    known = getattr(kind, "__dataclass_fields__", None) or getattr(kind, "_fields", None)
    code = getattr(vars(kind).get("__init__"), "__code__", None)
    return known or (code.co_varnames[1 : code.co_argcount] if code else ())
