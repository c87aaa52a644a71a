from pydantic import BaseModel, Field


class Dated(BaseModel):
    since: str = Field(description="Day on which it was entered")
