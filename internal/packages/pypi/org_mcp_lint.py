"""The fixture mcp_lint of pytest scans what an MCP server tells models.

    def test_tools(mcp_lint):
        mcp_lint.check(tools)
"""

import importlib.metadata
import json
import os
import subprocess

import pytest


class MCPLint:
    """Runs mcp-lint for a test."""

    def check(self, tools, *arguments):
        """Fail the test with what mcp-lint says, unless it finds nothing.

        tools is the answer to tools/list or its list of tools, in dictionaries or in the models of an SDK, or the path of
        a file or folder. arguments are options of mcp-lint, such as "--fail-on", "high".
        """
        if isinstance(tools, (str, os.PathLike)):
            paths, document = ["--", os.fspath(tools)], ""
        else:
            paths, document = ["-"], json.dumps({"tools": tools} if isinstance(tools, (list, tuple)) else tools, default=_plain)
        # With --strict a test does not pass where nothing could be read.
        command = [_program(), "scan", "--strict", "--color=never", *arguments, *paths]
        try:
            done = subprocess.run(
                command, input=document, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace"
            )
        except OSError as e:
            pytest.fail(f"mcp-lint did not start: {e}", pytrace=False)
        if done.returncode != 0:
            pytest.fail(done.stdout.strip() or f"mcp-lint ended with exit code {done.returncode}", pytrace=False)


@pytest.fixture(scope="session")
def mcp_lint():
    """Scan what an MCP server tells models: mcp_lint.check(tools)."""
    return MCPLint()


def _plain(value):
    """Return a model of an SDK as the server sends it."""
    value = getattr(value, "to_mcp_tool", lambda: value)()
    if not hasattr(value, "model_dump"):
        raise TypeError(f"mcp_lint.check takes the answer to tools/list, a list of tools or a path, which a {type(value).__name__} is not")
    return value.model_dump(mode="json", by_alias=True, exclude_none=True)


def _program():
    """Return the path of mcp-lint. It is not looked up in PATH, where another package may have put a program of that name."""
    if named := os.environ.get("MCP_LINT_BINARY"):
        return named
    for file in importlib.metadata.files("org-mcp-lint") or []:
        if file.name in ("mcp-lint", "mcp-lint.exe"):
            return str(file.locate())
    pytest.fail("the package org-mcp-lint has no binary: install it again, or name a binary in MCP_LINT_BINARY", pytrace=False)
