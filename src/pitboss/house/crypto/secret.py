"""A house's secret: 32 bytes outside its database, so that whoever reads the database cannot sign in, sign or foresee.

Sign-in cookies, seeds that are not told yet and checkpoints each use a key of their own that is derived from it.
"""

import hmac
import os
import secrets
import stat
from collections.abc import Sequence
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import make_url

from pitboss.errors import PitbossError
from pitboss.house.storage.database import data_folder, without_password

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

BYTES = 32
NONCE = 12
NAMED_BY = "PITBOSS_SECRET"
SEALED = "sealed"
"""What stands below the key once the chains of the house are sealed."""


class Secret:
    """What a house knows and its database does not.

    >>> secret = Secret(bytes(32))
    >>> secret.decrypt(secret.encrypt("seed", "7 1"), "7 1")
    'seed'
    >>> secret
    <Secret 949f3a>
    """

    def __init__(self, key: bytes, sealed: bool = True) -> None:
        if len(key) != BYTES:
            raise PitbossError(f"a house's secret has {BYTES} bytes")
        self._key = key
        self.sealed = sealed
        """True when the house was sealed with it; one that has no seals was changed then, and is not an old one."""
        self.sealing_key = self.derived("seal")

    def __repr__(self) -> str:
        return f"<Secret {self.mark[:6]}>"

    def __reduce__(self) -> tuple[type["Secret"], tuple[bytes, bool]]:
        """What another process is sent: the secret, and nothing that was made of it."""
        return Secret, (self._key, self.sealed)

    @classmethod
    def fresh(cls) -> "Secret":
        """A new one from the operating system's generator."""
        return cls(secrets.token_bytes(BYTES))

    @classmethod
    def of_file(cls, file: Path, make: bool = False, sealed: bool = True) -> "Secret":
        """The secret in a file that only its owner can read; with ``make`` a new one where there is no such file.

        A new one is ``sealed`` from the start, unless it is for a house that was there before there were secrets.
        """
        if make:
            _write_new(file, sealed)
        try:
            _must_be_private(file)
            key, *more = file.read_text(encoding="ascii").split()
            if more not in ([], [SEALED]):
                raise ValueError
            return cls(bytes.fromhex(key), sealed=bool(more))
        except FileNotFoundError as error:
            raise PitbossError(f"the house's secret is not there: {file}; a backup of the house has it") from error
        except OSError as error:
            raise PitbossError(f"the house's secret {file} cannot be read: {error.strerror}") from error
        except ValueError as error:
            raise PitbossError(f"{file} is not a house's secret: {BYTES * 2} hexadecimal digits") from error

    def note_sealed(self, file: Path | None) -> None:
        """Write into its file that the house is sealed from now on."""
        if file is not None:
            try:
                with file.open("a", encoding="ascii") as text:
                    text.write(f"\n{SEALED}\n")
                    text.flush()
                    os.fsync(text.fileno())
            except OSError as error:
                why = f"that the house is sealed cannot be noted in {file} ({error.strerror})"
                raise PitbossError(f'{why}: add a line with the word "{SEALED}" to it') from error
        self.sealed = True

    def derived(self, purpose: str) -> bytes:
        """A key for one purpose; it tells nothing of the secret, or of the keys for others."""
        return hmac.digest(self._key, f"pitboss {purpose}".encode(), "sha256")

    @property
    def mark(self) -> str:
        """What the house's journal keeps of it, to tell whether a secret is the house's."""
        return self.derived("mark").hex()

    def encrypt(self, text: str, about: str) -> str:
        """A text that only this secret opens, and only as what it is ``about``."""
        return self.encrypt_all([(text, about)])[0]

    def encrypt_all(self, texts: Sequence[tuple[str, str]]) -> list[str]:
        """Texts, each with what it is about, encrypted like one; each has a number of its own that is used once."""
        drawn = secrets.token_bytes(NONCE * len(texts))
        found = []
        for at, (text, about) in enumerate(texts):
            nonce = drawn[at * NONCE : (at + 1) * NONCE]
            found.append((nonce + self._cipher.encrypt(nonce, text.encode(), about.encode())).hex())
        return found

    def decrypt(self, sealed: str, about: str) -> str:
        from cryptography.exceptions import InvalidTag

        try:
            raw = bytes.fromhex(sealed)
            opened = self._cipher.decrypt(raw[:NONCE], raw[NONCE:], about.encode())
        except (ValueError, InvalidTag) as error:
            raise PitbossError(f"what was encrypted about {about} was changed, or by another secret") from error
        return opened.decode()

    @cached_property
    def _cipher(self) -> "AESGCM":
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        return AESGCM(self.derived("encryption"))

    @property
    def signer(self) -> "Ed25519PrivateKey":
        """The key that checkpoints are signed with."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(self.derived("signature"))

    @property
    def public_key(self) -> str:
        """What a checkpoint's signature is checked with; everybody may know it."""
        return self.signer.public_key().public_bytes_raw().hex()


def secret_file(url: str, named: Path | None = None) -> Path | None:
    """Where a house's secret is: where it is named, else beside an embedded database, else in the user's data folder.

    None for a house in memory, whose secret goes with it.
    """
    if named is not None:
        return named
    if where := os.environ.get(NAMED_BY):
        return Path(where)
    place = make_url(url)
    if place.drivername.startswith("sqlite"):
        in_memory = not place.database or ":memory:" in place.database
        return None if in_memory else Path(str(place.database)).with_suffix(".key")
    name = sha256(without_password(url).encode()).hexdigest()[:12]
    return data_folder() / f"{place.database or 'house'}-{name}.key"


def _write_new(file: Path, sealed: bool) -> None:
    """A new secret, whole or not at all; where there is a file it stays, and of two who make one the first wins."""
    if file.exists():
        return
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as text:
            text.write(f"{secrets.token_hex(BYTES)}\n" + (f"{SEALED}\n" if sealed else ""))
            text.flush()
            os.fsync(text.fileno())
        try:
            os.link(draft, file)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    except OSError as error:
        raise PitbossError(f"the house's secret {file} cannot be made: {error.strerror}") from error


def _must_be_private(file: Path) -> None:
    if os.name == "posix" and stat.S_IMODE(file.stat().st_mode) & 0o077:
        raise PitbossError(f"the house's secret {file} can be read by others; chmod 600 it")
