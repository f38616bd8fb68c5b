"""The client itself."""

from __future__ import annotations

from typing import Any, Callable

from ._call import Caller
from ._operations import Groups
from ._retry import Retry
from ._session import Session, SessionKeeper
from ._transport import Transport


class Florin(Groups):
    """Calls Florin: every operation by the name that the reference at `/docs` gives it.

    Threads may share one. Close it when it is not needed any more, or use it in a `with`.
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
        `url` is where Florin answers: `https://billing.example.com`. `api_key` is `sk_live_…`; without
        one, log in, or give the `session` of an earlier run. `on_session` is told of every new session,
        to keep it: a refresh token is good for once. `timeout` is of each try, in seconds.
        """
        self._transport = Transport(url)
        caller = Caller(self._transport, api_key=api_key, retry=retry, timeout=timeout)
        caller.keeper = self._keeper = SessionKeeper(session, caller.refresh, on_session)
        self._caller = caller
        super().__init__(caller)

    def log_in(self, email: str, password: str) -> Session:
        """Logs in by email or username; every later call is that user's, with tokens kept fresh."""
        session = self._caller.log_in(email, password)
        self._keeper.set(session)
        return session

    def close(self) -> None:
        """Closes the connections that are kept."""
        self._transport.close()

    def __enter__(self) -> Florin:
        return self

    def __exit__(self, *_exception: Any) -> None:
        self.close()
