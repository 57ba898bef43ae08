"""Which cells of a page must run before another one: those that make the names it reads.

It is read off the code, so that nothing runs that is not needed: a page may hold minutes of
computing, and an exercise at its end need only the imports.

>>> cells = ["import math", "r = 2", "print('long')", "def area(): return math.pi * r**2", "area()"]
>>> needs(cells, 4)
{0: {'math'}, 1: {'r'}, 3: {'area'}}

What a cell changes by handing it to a function is not seen, except in a call of its own method.
"""

import ast
import functools
import symtable
from typing import NamedTuple


class CellNames(NamedTuple):
    """The global names of one cell.

    Attributes
    ----------
    read : frozenset of str
        It uses them before it has bound them, if it does.
    bound : frozenset of str
    changed : frozenset of str
        Objects with these names are written into.
    """

    read: frozenset
    bound: frozenset
    changed: frozenset


def needs(sources, target):
    """Return which cells above one it needs, and for which names.

    Parameters
    ----------
    sources : sequence of str
        Python code, cell by cell.
    target : int

    Returns
    -------
    dict of int to set of str
        Number of a cell → the names that it binds or changes for the target, in order.
    """
    cells = [names_of(source) for source in sources[: target + 1]]
    wanted = set(cells[target].read)
    found = {}
    while True:
        missing = set(wanted)
        for number in reversed(range(target)):
            cell = cells[number]
            given = missing & (cell.bound | cell.changed)
            if given or "*" in cell.bound:
                found[number] = found.get(number, set()) | given
                missing = (missing - cell.bound) | cell.read
        # What a function reads may be bound below it: it is missing at the top.
        if missing <= wanted:
            return dict(sorted(found.items()))
        wanted |= missing


def is_python(source):
    """Return whether a cell can be read as Python: not so a command for IPython."""
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


@functools.cache
def names_of(source):
    """Return the `CellNames` of a cell; none of one that is not Python."""
    if not is_python(source):
        return CellNames(frozenset(), frozenset(), frozenset())
    statements = ast.parse(source).body
    read = set()
    bound = set()
    changed = set()
    for statement in statements:
        table = symtable.symtable(ast.unparse(statement), "<cell>", "exec")
        read |= _names_read(table) - bound
        bound |= {s.get_name() for s in table.get_symbols() if s.is_assigned() or s.is_imported()}
        changed |= _names_changed(statement)
        if isinstance(statement, ast.ImportFrom) and statement.names[0].name == "*":
            bound.add("*")
    return CellNames(frozenset(read), frozenset(bound), frozenset(changed))


def _names_read(table):
    """The global names that a statement uses, at once or in the functions that it makes."""
    top = table.get_type() == "module"
    names = {
        symbol.get_name()
        for symbol in table.get_symbols()
        if symbol.is_referenced() and (top or symbol.is_global())
    }
    return names.union(*map(_names_read, table.get_children()))


def _names_changed(statement):
    """The names of objects into which a statement writes, or whose method it calls."""
    found = set()
    for node in ast.walk(statement):
        writes = isinstance(getattr(node, "ctx", None), ast.Store | ast.Del)
        if isinstance(node, ast.Attribute | ast.Subscript) and writes:
            found.add(_base(node))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            found.add(_base(node.func))
    return found - {None}


def _base(node):
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None
