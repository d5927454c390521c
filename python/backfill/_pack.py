"""A policy as a program: the files that play it again in another process, whose content addresses its runs."""

from __future__ import annotations

import ast
import builtins
import hashlib
import inspect
import linecache
import pathlib
import pickle
import re
import shutil
import symtable
import sys
import sysconfig
import textwrap
import types
from collections.abc import Iterator
from typing import Any

from backfill import easy
from backfill import policy as protocol
from backfill._command import Error
from backfill.policy import Policy


def pack(policy: Policy, folder: pathlib.Path) -> tuple[str, list[pathlib.Path]]:
    """Write the files that play the policy, and return its command line and the files beside the first.

    What can be imported is: modules of the installation as they are, others as copies. What is defined in a program, a
    notebook or a function is copied as source, with all that it uses.
    """
    name = policy.name or type(policy).__name__
    if re.fullmatch(r"\w[\w.+-]*", name) is None:
        raise Error(f"a policy in a sweep cannot be called {name!r}: give its name letters, digits and - . _ + only")
    found = _Pack(f"policy {name}")
    text = found.program(policy)
    files = {pathlib.Path("play_policy.py"): text.encode(), **found.modules}
    place = folder / name
    if {path: _content(place / path) for path in files} != files:
        shutil.rmtree(place, ignore_errors=True)
        for path, content in files.items():
            (place / path).parent.mkdir(parents=True, exist_ok=True)
            (place / path).write_bytes(content)
    first, *others = (place / path for path in files)
    return " ".join(_word(word) for word in (sys.executable, str(first))), sorted(others)


def _word(word: str) -> str:
    """A word of a command line, in quotes."""
    return f'"{word}"' if "'" in word else f"'{word}'"


def _content(path: pathlib.Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _installed(module: types.ModuleType) -> bool:
    """Tell whether a module is there for every program of this Python."""
    file = getattr(module, "__file__", None)
    if module.__name__ == "__main__" or module.__name__.partition(".")[0] == "backfill" or file is None:
        return module.__name__ != "__main__"
    path = pathlib.Path(file).resolve()
    roots = (sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib"))
    return {"site-packages", "dist-packages"} & set(path.parts) != set() or any(path.is_relative_to(pathlib.Path(root).resolve()) for root in roots)


class _Pack:
    """What the program of a policy needs, as it is found."""

    def __init__(self, of: str) -> None:
        self.of = of
        self.lines: dict[str, str] = {}  # by the name that each defines
        self.defined: dict[str, Any] = {}  # objects of these names
        self.modules: dict[pathlib.Path, bytes] = {}  # copies

    def program(self, policy: Policy) -> str:
        """Return the program."""
        arguments, keywords = policy._arguments
        made = [self.expression(value, "an argument") for value in arguments]
        made += [f"{name}={self.expression(value, f'the argument {name}')}" for name, value in keywords.items()]
        given = f"{self.reference(type(policy), 'its class')}({', '.join(made)})"
        named = [f"played.{name} = {getattr(policy, name)!r}" for name in ("name", "version") if name in vars(policy)]
        known = hashlib.sha256(inspect.getsource(protocol).encode() + inspect.getsource(easy).encode()).hexdigest()
        return "\n".join(
            [
                f'"""{self.of}, as backfill.sweep packed it. Of this package: {known[:16]}."""',
                "from __future__ import annotations",
                "import backfill.policy",
                *self.lines.values(),
                f"played = {given}",
                *named,
                "backfill.policy.serve(played)",
                "",
            ]
        )

    def fail(self, what: str, why: str) -> Error:
        return Error(f"{self.of} cannot be packed for a sweep: {what} {why}")

    def expression(self, value: Any, what: str) -> str:
        """Return an expression that makes the value again."""
        if value is None or type(value) in (bool, int, str, bytes):
            return repr(value)
        if type(value) is float:
            return f"float('{value!r}')"
        if type(value) in (list, tuple, set, frozenset):
            parts = [self.expression(one, what) for one in value]
            if isinstance(value, set | frozenset):
                parts.sort()
            return f"{type(value).__name__}([{', '.join(parts)}])"
        if type(value) is dict:
            return "{" + ", ".join(f"{self.expression(k, what)}: {self.expression(v, what)}" for k, v in value.items()) + "}"
        if isinstance(value, type | types.FunctionType | types.BuiltinFunctionType | types.ModuleType):
            return self.reference(value, what)
        return self.pickled(value, what)

    def pickled(self, value: Any, what: str) -> str:
        """Return an expression for an object of an installed class, such as an array of NumPy."""
        module = sys.modules.get(type(value).__module__)
        data = b"__main__"
        try:
            if module is not None and _installed(module):
                data = pickle.dumps(value, protocol=5)
        except Exception as error:
            raise self.fail(what, f"is a {type(value).__name__}, which has no copy: {error}") from error
        if b"__main__" in data:
            raise self.fail(what, f"is an object of your class {type(value).__name__}: give plain values, and make the object of them in the policy")
        self.define("pickle", "import pickle", pickle)
        return f"pickle.loads({data!r})"

    def define(self, name: str, line: str, value: Any) -> None:
        """Let the program have a name."""
        self.defined[name] = value
        self.lines[name] = line

    def reference(self, value: Any, what: str) -> str:
        """Return the name by which the program has a class, a function or a module."""
        name = value.__name__.replace(".", "_")
        self.bind(name, value, what)
        return str(name)

    def bind(self, name: str, value: Any, what: str) -> None:
        """Let the program have the value by that name."""
        if name in self.defined:
            if self.defined[name] is not value:
                raise self.fail(f"{name}", "means two things: give one of them another name")
            return
        self.defined[name] = value
        if isinstance(value, types.ModuleType):
            self.copy(value)
            self.define(name, f"import {value.__name__} as {name}", value)
        elif not isinstance(value, type | types.FunctionType | types.BuiltinFunctionType):
            self.define(name, f"{name} = {self.expression(value, what)}", value)
        elif module := _importable(value):
            self.copy(module)
            self.define(name, f"from {module.__name__} import {value.__name__} as {name}", value)
        else:
            self.source(name, value, what)

    def source(self, name: str, value: Any, what: str) -> None:
        """Copy the source of a class or a function, after all that it uses."""
        text = _source(value)
        if text is None:
            raise self.fail(what, f"is {name}, whose source is not found: define it by class or def, in a file or a cell")
        around = _around(value)
        for used in sorted(_used(text)):
            if used in around and around[used] is not value:
                self.bind(used, around[used], f"{used}, which {name} uses,")
        self.define(name, text if value.__name__ == name else f"{text}\n{name} = {value.__name__}", value)

    def copy(self, module: types.ModuleType) -> None:
        """Copy a module that is not installed, the packages that it is in, and the modules that it has imported."""
        if _installed(module):
            return
        file = pathlib.Path(str(module.__file__))
        parts = module.__name__.split(".")
        path = pathlib.Path(*parts, file.name) if hasattr(module, "__path__") else pathlib.Path(*parts[:-1], file.name)
        if path in self.modules:
            return
        self.modules[path] = file.read_bytes()
        if len(parts) > 1:
            self.copy(sys.modules[".".join(parts[:-1])])
        for value in list(vars(module).values()):
            other = value if isinstance(value, types.ModuleType) else sys.modules.get(getattr(value, "__module__", None) or "")
            if other is not None and other.__name__ != "__main__":
                self.copy(other)


def _importable(value: Any) -> types.ModuleType | None:
    """Return the module from which a class or a function can be imported by its name."""
    module = sys.modules.get(value.__module__ or "")
    if module is None or module.__name__ == "__main__" or getattr(module, value.__name__, None) is not value:
        return None
    return module


def _functions(value: Any) -> Iterator[types.FunctionType]:
    """The functions of a class, or the function itself."""
    for one in vars(value).values() if isinstance(value, type) else [value]:
        inner = getattr(one, "fget", None) or getattr(one, "__func__", None) or one
        inner = inspect.unwrap(inner) if callable(inner) else inner
        if isinstance(inner, types.FunctionType):
            yield inner


def _source(value: Any) -> str | None:
    """Return the source of a class or a function, by its place in what was compiled: a notebook's cells have no module's file."""
    for function in _functions(value):
        code = function.__code__
        lines = linecache.getlines(code.co_filename)
        try:
            tree = ast.parse("".join(lines))
        except SyntaxError:
            continue
        kinds = ast.ClassDef if isinstance(value, type) else ast.FunctionDef
        for node in ast.walk(tree):
            if isinstance(node, kinds) and node.name == value.__name__:
                first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
                last = node.end_lineno or first
                if first <= code.co_firstlineno <= last:
                    return textwrap.dedent("".join(lines[first - 1 : last])).rstrip("\n")
    return None


def _around(value: Any) -> dict[str, Any]:
    """Return what names mean where a class or a function is defined."""
    names: dict[str, Any] = {}
    for function in _functions(value):
        names = {**function.__globals__, **names}
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            try:
                names[name] = cell.cell_contents
            except ValueError:
                pass  # not yet defined
    for base in value.__mro__[1:] if isinstance(value, type) else ():
        names.setdefault(base.__name__, base)
    names.pop("__class__", None)
    return names


def _used(text: str) -> set[str]:
    """Return the names that a definition takes from around it."""
    used: set[str] = set()
    tables = [symtable.symtable(text, "<packed>", "exec")]
    while tables:
        table = tables.pop()
        top = table.get_type() == "module"
        used |= {one.get_name() for one in table.get_symbols() if one.is_referenced() and (one.is_global() or top)}
        tables += table.get_children()
    return {name for name in used if not hasattr(builtins, name)}
