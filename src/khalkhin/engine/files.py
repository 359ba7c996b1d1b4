"""Records and pictures: read whole, written whole or not at all."""

from __future__ import annotations

import gzip
import io
import os
import tempfile
import zlib
from pathlib import Path

from khalkhin.engine.errors import KhalkhinError

GZIP = b"\x1f\x8b"
"""How compressed files begin."""


LARGEST = 32 * 1024 * 1024
"""Bytes of a text: the longest record that anybody has played has a hundredth of that."""


def read_text(name: str | Path) -> str:
    """The text of a file a person named; records of the lab are compressed."""
    try:
        with Path(name).expanduser().open("rb") as file:
            content = file.read(LARGEST + 1)
        if content.startswith(GZIP):
            with gzip.GzipFile(fileobj=io.BytesIO(content)) as unpacked:
                content = unpacked.read(LARGEST + 1)
        if len(content) > LARGEST:
            raise KhalkhinError("cli.too-large", file=str(name), most=LARGEST // 1024**2)
        return io.StringIO(content.decode("utf-8"), newline=None).getvalue()
    except (UnicodeDecodeError, EOFError, zlib.error, gzip.BadGzipFile):
        raise KhalkhinError("cli.not-text", file=str(name)) from None
    except OSError as error:
        raise KhalkhinError("cli.cannot-read", file=str(name), error=_why(error)) from None


def save_text(name: str, text: str, overwrite: bool = False) -> Path:
    """Write a file that may be there already only if it may be replaced."""
    if Path(name).expanduser().exists() and not overwrite:
        raise KhalkhinError("cli.exists", file=name)
    return save_bytes(name, text.encode("utf-8"))


def save_bytes(name: str, content: bytes) -> Path:
    """Write a file so that a full disk or a killed process leaves the old one or the new one, never half of one."""
    path = Path(name).expanduser()
    try:
        handle, scratch = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            # mkstemp makes files that only their owner can read; a saved game is an ordinary file.
            os.chmod(scratch, 0o666 & ~_umask())
            os.replace(scratch, path)
        except BaseException:
            Path(scratch).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise KhalkhinError("cli.cannot-write", file=name, error=_why(error)) from None
    return path


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _why(error: OSError) -> str:
    return error.strerror or str(error)
