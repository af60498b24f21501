"""Schemathesis reads what the service says of itself and sends it all kinds of requests: none is a server error."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import sampled_from
from schemathesis.checks import CheckFunction, not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

from pitboss.house.house import House
from pitboss.house.live.pace import Pace
from served import Served, served, sit_down
from test_api_roles import MAY, ROLES

EXAMPLES = max(4, int(os.environ.get("PITBOSS_ROUNDS", 0)) // 100)
"""Requests to each endpoint for each role; hundreds with ``make verify``."""

CHECKS: list[CheckFunction] = [not_a_server_error, content_type_conformance, response_schema_conformance]


def tables(house: House) -> None:
    house.open_table("7", "chapter4/three-card-poker", fill=10**8, pace=Pace(decision=5, auto_deal=True))
    house.open_table("8", "chapter4/craps", fill=10**8)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(f"sqlite:///{tmp_path_factory.mktemp('schema')}/house.db", tables) as found:
        for table in ("7", "8"):
            sit_down(found.client("ann"), table, 1)
        found.client("ann").do("7", "bet", seat=1, wagers={"ante": "10.00"}, ready=True)
        yield found


@pytest.mark.parametrize("method,path", sorted({*MAY, ("GET", "/health")} - {("POST", "/audit")}))
def test_no_request_is_a_server_error(method: str, path: str, house: Served) -> None:
    schema = schemathesis.openapi.from_url(f"{house.address}/api/openapi.json")
    operation: Any = schema[f"/api{path}"][method]
    if path == "/people/{id}/token" or method == "DELETE":
        return  # what it would do to the others here is tried in the tests of the roles
    for role in [*MAY.get((method, path), ())][:2] or ["player"]:
        try_out(operation, {"Authorization": f"Bearer {house.tokens[ROLES[role]]}"})


def try_out(operation: Any, headers: dict[str, str]) -> None:
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(), table=sampled_from(("", "7", "8")))
    def send(case: Any, table: str) -> None:
        if table and "table" in (case.path_parameters or {}):
            case.path_parameters["table"] = table
            if isinstance(case.body, dict) and "seat" in case.body:
                case.body["seat"] = 1
        case.call_and_validate(headers=headers, checks=CHECKS)

    send()
