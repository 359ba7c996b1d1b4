"""PostgreSQL, for servers that many people use."""

from __future__ import annotations

from khalkhin.engine.errors import KhalkhinError
from khalkhin.server.store.dialect import Connection, Dialect, StorageError


def postgres(url: str) -> Dialect:
    try:
        import psycopg
    except ImportError:
        raise KhalkhinError("server.no-psycopg") from None

    def connect() -> Connection:
        try:
            line = psycopg.connect(url, connect_timeout=10)
            # A commit that is acknowledged is on disk, whatever the server's default.
            line.execute("SET synchronous_commit = on")
            line.commit()
        except psycopg.Error as error:
            said = " ".join(str(error).split()) or type(error).__name__
            raise StorageError("server.cannot-connect", error=said.rstrip(".?")) from None
        return line

    return Dialect(
        connect,
        errors=(psycopg.Error,),
        duplicate=(psycopg.errors.UniqueViolation,),
        lost=(psycopg.OperationalError, psycopg.InterfaceError),
        mark="%s",
        bytes="BYTEA",
        double="DOUBLE PRECISION",
        size="SELECT pg_database_size(current_database())",
        lock="SELECT pg_advisory_xact_lock(8939)",
        snapshot="SET TRANSACTION ISOLATION LEVEL REPEATABLE READ",
    )
