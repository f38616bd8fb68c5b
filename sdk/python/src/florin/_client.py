"""The client."""

from __future__ import annotations

from typing import Any, Callable

from ._call import Caller
from ._operations import Groups
from ._retry import Retry
from ._session import Session, SessionKeeper
from ._transport import Transport


class Florin(Groups):
    """Calls Florin. Operations have the names of the API reference at `/docs`.

    Threads may share a client. Close it after use, or use it in a `with` statement.
    """

    def __init__(
        self,
        *,
        url: str,
        api_key: str | None = None,
        session: Session | None = None,
        on_session: Callable[[Session | None], None] = lambda _session: None,
        retry: Retry = Retry(),
        timeout: float = 30.0,
    ) -> None:
        """
        `url` is the URL of Florin: `https://billing.example.com`. `api_key` is `sk_live_…`; without
        one, log in, or pass the `session` of an earlier run. `on_session` is called with every new
        session, which you should store: a refresh token works once. `timeout` limits each attempt, in
        seconds.
        """
        self._transport = Transport(url)
        caller = Caller(self._transport, api_key=api_key, retry=retry, timeout=timeout)
        caller.keeper = self._keeper = SessionKeeper(session, caller.refresh, on_session)
        self._caller = caller
        super().__init__(caller)

    def log_in(self, email: str, password: str) -> Session:
        """Logs in by email or username. Later calls act as that user, and tokens are refreshed."""
        session = self._caller.log_in(email, password)
        self._keeper.set(session)
        return session

    def close(self) -> None:
        """Closes idle connections."""
        self._transport.close()

    def __enter__(self) -> Florin:
        return self

    def __exit__(self, *_exception: Any) -> None:
        self.close()
