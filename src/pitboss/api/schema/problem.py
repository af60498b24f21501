"""What is refused."""

from pydantic import BaseModel, Field


class ProblemTold(BaseModel):
    """A refusal (RFC 9457): one sentence in ``detail``, and in ``cite`` the clause of the rulebook behind it."""

    type: str = Field(default="about:blank", examples=["about:blank"])
    title: str = Field(examples=["Conflict"])
    status: int = Field(examples=[409])
    detail: str = Field(examples=["seat 1, Ante: $600.00 is over the maximum of $500.00"])
    cite: str = Field(default="", examples=["§13(D)(1) L1509"])
