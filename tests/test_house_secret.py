"""A house's secret and its settings: kept outside the database, and in the journal."""

import pickle
from pathlib import Path

import pytest

from pitboss.errors import PitbossError, Refused
from pitboss.house.crypto.secret import Secret
from pitboss.house.house import House


def test_a_house_makes_its_secret_once_and_only_its_owner_can_read_it(sqlite_url: str, tmp_path: Path) -> None:
    first = House(sqlite_url)
    first.close()
    file = tmp_path / "house.key"
    assert file.stat().st_mode & 0o777 == 0o600
    again = House(sqlite_url)
    assert again.secret.mark == first.secret.mark
    again.close()


def test_a_house_does_not_open_with_another_secret_or_without_its_own(database: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.key"
    House(database, secret=file).close()
    other = tmp_path / "other.key"
    Secret.of_file(other, make=True)
    with pytest.raises(PitbossError, match="another house's secret"):
        House(database, secret=other)
    file.unlink()
    with pytest.raises(PitbossError, match="is not there"):
        House(database, secret=file)
    assert not file.exists()


def test_a_secret_that_others_can_read_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "open.key"
    Secret.of_file(file, make=True)
    file.chmod(0o644)
    with pytest.raises(PitbossError, match="chmod 600"):
        Secret.of_file(file)


def test_settings_are_kept_and_practice_is_decided_before_the_first_table(database: str) -> None:
    house = House(database, settings={"cage_buy_ins": True})
    house.open_table("7", "chapter4/roulette")
    with pytest.raises(Refused, match="before its first table"):
        house.do(lambda batch: house.change_settings(batch, {"practice": True}, "system"))
    house.close()
    again = House(database)
    assert again.settings.cage_buy_ins and not again.settings.practice
    with pytest.raises(Refused, match='"cage_buy_in"; did you mean "cage_buy_ins"'):
        again.do(lambda batch: again.change_settings(batch, {"cage_buy_in": True}, "system"))
    again.close()


def test_a_secret_that_was_used_can_be_sent_to_another_process() -> None:
    secret = Secret(bytes(range(32)), sealed=False)
    hidden = secret.encrypt("seed", "7 1")
    sent = pickle.loads(pickle.dumps(secret))
    assert (sent.decrypt(hidden, "7 1"), sent.mark, sent.sealed) == ("seed", secret.mark, False)
