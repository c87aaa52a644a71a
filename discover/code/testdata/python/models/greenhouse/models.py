from __future__ import annotations

from typing import Annotated, Optional

from pydantic import BaseModel, Field

from .base import Dated

WATER_TEXT = "How much water, in litres"

Row = Annotated[int, Field(description="Row of the greenhouse, from the door")]


class Leaf(BaseModel):
    """One leaf of a plant."""

    length: float = Field(description="Length of the leaf in millimetres")
    grown_on: Optional["Plant"] = None


class Plant(Dated):
    """A plant in the greenhouse."""

    species: str = Field(description="Latin name of the plant")
    leaves: list[Leaf] = Field(default_factory=list, description="All leaves that were measured")
    water: Annotated[float, Field(description=WATER_TEXT)] = 0


class Missing(BaseModel):
    reason: str = Field(description="Why there is no plant")


Answer = Plant | Missing
