from greenhouse.models import Plant, Row


def count_drops(row: Row) -> list[Plant]:
    """Count the drops that fell."""


def water_row(row: int) -> None:
    """Water one row.

    Args:
        row: which one
    """
