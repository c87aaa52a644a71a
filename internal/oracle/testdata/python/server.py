"""Tools of a tide table."""
from typing import Annotated

from pydantic import Field

PLAIN = 'single' "double" '''triple ' single''' """triple " double"""
RAW = r'\d+\'' R"\n" rb'\x00' Br"\\" bR'a\
b'
ESCAPES = "\a\b\f\n\r\t\v\\\'\"\0\07\101\x41\u00e9\U0001F600\N{BULLET}\q\8"
PAIR = "\ud83d\ude00 \ud83d"
BYTES = b"\xe2\x82\xac \xff\377 \u20ac \N{BULLET}"
LINES = "one \
two" u'three'
TABLE = ("first, "  # not 'this'
         f"second {PLAIN!r}, "
         'third')
UNICODE = "naïve — 日本語 \u200b"

FORMAT = f"{{literal}} {PLAIN} {PLAIN!s:>10} {PLAIN:{'>'}{10}} {FORMAT['key']} {'nested ' + f'{PLAIN}'} {(lambda x: x)(1)}"
SAME = f"{f"{f'{PLAIN}'}"} {PLAIN["a"]}"
RAWF = rf"\d{{3}} {PLAIN}\n" Fr'\{PLAIN}'
TRIPLE = f"""
    {PLAIN
        + "x"}
    "quoted" {{}} \N{BULLET}
"""
SPEC = f"{1.5:%H:%M} {PLAIN=} {PLAIN = !r} {1:,}"


@mcp.tool(name="tide", description='When it is "high"')
async def tide(port: Annotated[str, Field(description="The port's name")], day: int = 0) -> str:
    """Says when the tide is high.

    Args:
        port: where, e.g. 'Brest'
        day: how many days from now
    """
    if day < 0 and "past" not in port: return f"no {day:+d}"
    return {"a": 'b', **{'c': "d"}}.get("a", '')


class Moon:
    r"""A \d moon."""

    phase: str = ''

    def name(self): 'Not triple, still documentation.'; return ""

    async def rise(
        self, *, at: str = "noon",
    ) -> str:
        # a comment
        '''Single quotes.'''


def empty():
    # nothing 'here'
    x = [y for y in "abc" if y != 'b' or not "c"]
    match x:
        case ["a", *_]: pass
        case {"k": 'v'}: pass
    return x
