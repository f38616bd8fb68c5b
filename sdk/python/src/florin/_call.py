"""Calls of operations: authentication, retries and pages."""

from __future__ import annotations

import json
import uuid
from typing import Any, Iterator, Mapping
from urllib.parse import quote, urlencode

from ._errors import FlorinError, UnreadableAnswerError, beginning, to_error
from ._retry import Retry, with_retries
from ._session import Session, SessionKeeper, to_session
from ._transport import Reply, Transport


class Caller:
    """Makes calls with an API key or a session."""

    def __init__(
        self,
        transport: Transport,
        *,
        api_key: str | None,
        retry: Retry,
        timeout: float,
    ) -> None:
        self._transport = transport
        self._api_key = api_key
        self._retry = retry
        self._timeout = timeout
        self.keeper: SessionKeeper | None = None

    @staticmethod
    def segment(text: str) -> str:
        """Encodes an id for use in a path."""
        if text in ("", ".", ".."):
            raise ValueError("the id is missing")
        return quote(text, safe="")

    def call(self, method: str, path: str, **asked: Any) -> Any:
        """Returns the parsed JSON response."""
        return _parse(self._reply(method, path, **asked))

    def pages(
        self, path: str, *, query: Mapping[str, Any] | None = None, timeout: float | None = None
    ) -> Iterator[Any]:
        """Iterates over all items of a list, and requests pages as they are consumed."""
        cursor: dict[str, Any] = {}
        while True:
            page = self.call("GET", path, query={**(query or {}), **cursor}, timeout=timeout)
            yield from page["data"]
            if not page["has_more"] or not page["data"]:
                return
            cursor = {"starting_after": page["data"][-1]["id"]}

    def read(self, method: str, path: str, **asked: Any) -> bytes:
        """Returns the bytes of a response."""
        return self._reply(method, path, **asked).data

    def _reply(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> Reply:
        target = path + _query_string(query)
        data = None if body is None else _encode(body)
        key = idempotency_key or str(uuid.uuid4())

        def attempt(token: str | None) -> Reply:
            return self._try_often(method, target, data, key, timeout, token)

        if self._api_key is not None:
            return attempt(self._api_key)
        keeper = self.keeper
        token = keeper.token() if keeper else None
        try:
            return attempt(token)
        except FlorinError as error:
            if error.status != 401 or token is None or path.startswith("/v1/auth/"):
                raise
            other = _other_token(keeper, token)
            if other is None:
                raise
        # The token was revoked early: repeat with a new one, under the same key.
        return attempt(other)

    def log_in(self, email: str, password: str) -> Session:
        """Exchanges a password for tokens."""
        body = _encode({"email": email, "password": password})
        return to_session(_parse(self._ask("POST", "/v1/auth/login", body)))

    def refresh(self, session: Session) -> Session:
        """Exchanges tokens for new ones."""
        body = _encode({"refresh_token": session.refresh_token})
        token = session.refresh_token
        return to_session(_parse(self._ask("POST", "/v1/auth/refresh", body, token=token)))

    def _try_often(
        self,
        method: str,
        target: str,
        data: bytes | None,
        key: str,
        timeout: float | None,
        token: str | None,
    ) -> Reply:
        """Retries a call. Writes use one key for all attempts, so that they take effect once."""
        is_read = method == "GET"
        takes_key = not is_read and token is not None and not target.startswith("/v1/auth/")
        may_repeat = is_read or takes_key

        def attempt() -> Reply:
            return self._ask(
                method,
                target,
                data,
                token=token,
                key=key if takes_key else None,
                timeout=timeout,
                may_repeat=may_repeat,
            )

        return with_retries(attempt, self._retry) if may_repeat else attempt()

    def _ask(
        self,
        method: str,
        target: str,
        data: bytes | None,
        *,
        token: str | None = None,
        key: str | None = None,
        timeout: float | None = None,
        may_repeat: bool = False,
    ) -> Reply:
        headers = {"Accept": "*/*"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        if key is not None:
            headers["Idempotency-Key"] = key
        if data is not None:
            headers["Content-Type"] = "application/json"
        reply: Reply = self._transport.ask(
            method,
            target,
            headers,
            data,
            timeout=self._timeout if timeout is None else timeout,
            may_repeat=may_repeat,
        )
        if not 200 <= reply.status < 300:
            raise to_error(reply.status, reply.headers, reply.data)
        return reply


def _parse(reply: Reply) -> Any:
    try:
        return json.loads(reply.data)
    except ValueError as error:
        raise UnreadableAnswerError(
            status=reply.status,
            request_id=reply.headers.get("Request-Id"),
            text=beginning(reply.data),
        ) from error


def _other_token(keeper: SessionKeeper | None, refused: str) -> str | None:
    try:
        return keeper.token_instead_of(refused) if keeper else None
    except (FlorinError, OSError):
        return None


def _query_string(query: Mapping[str, Any] | None) -> str:
    pairs = [(_bare(name), _text(value)) for name, value in (query or {}).items() if value is not None]
    return f"?{urlencode(pairs)}" if pairs else ""


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _encode(body: Mapping[str, Any]) -> bytes:
    members = {_bare(name): value for name, value in body.items()}
    return json.dumps(members, ensure_ascii=False, allow_nan=False).encode()


def _bare(name: str) -> str:
    """`from_` stands for `from`, which is a keyword of Python."""
    return name.rstrip("_")
