"""Calls that can be read without their definition at hand."""

import ast

import pytest
from test_imports import SOURCES

MOST = 6  # arguments without a name
RECORDS = {"Trace", "OnlineTrace", "KernelTrace"}  # of many fields: two without a name
OF_RECORDS = 2
OF_OTHERS = {"super().draw_text"}  # matplotlib's own methods, which it calls like this


def unreadable_calls(source):
    """Calls with more arguments without a name than one can tell apart, as written."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            function = ast.unparse(node.func)
            most = OF_RECORDS if function.rpartition(".")[2] in RECORDS else MOST
            if len(node.args) > most and function not in OF_OTHERS:
                yield f"line {node.lineno}: {function} of {len(node.args)}"


def test_many_arguments_have_names():
    found = {name: list(unreadable_calls(source)) for name, source in SOURCES.items()}
    assert {name: calls for name, calls in found.items() if calls} == {}


@pytest.mark.parametrize("call", ["f(1, 2, 3, 4, 5, 6, 7)", "trace.Trace(X, y, [])"])
def test_a_call_with_too_many_is_found(call):
    assert list(unreadable_calls(call))
    assert not list(
        unreadable_calls("f(1, 2, 3, 4, 5, 6); Trace(X, y, mistakes=[], converged=None)")
    )
