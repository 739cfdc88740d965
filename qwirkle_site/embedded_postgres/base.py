"""What Django loads: its own PostgreSQL backend, with the host found by starting it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg import sql

from qwirkle_site.embedded_postgres.server import socket_dir


class DatabaseWrapper(base.DatabaseWrapper):
    def get_connection_params(self) -> dict[str, Any]:
        params = super().get_connection_params()
        params["host"] = socket_dir(Path(params.pop("data_dir")))
        return params

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        try:
            return super().get_new_connection(conn_params)
        except psycopg.OperationalError as error:
            if "does not exist" not in str(error):
                raise
            _create_database(conn_params)
            return super().get_new_connection(conn_params)


def _create_database(conn_params: dict[str, Any]) -> None:
    """A new server has no database of ours yet."""
    with psycopg.connect(
        host=conn_params["host"], user=conn_params["user"], dbname="postgres", autocommit=True
    ) as connection:
        name = sql.Identifier(conn_params["dbname"])
        with suppress(psycopg.errors.DuplicateDatabase):
            connection.execute(sql.SQL("CREATE DATABASE {}").format(name))
