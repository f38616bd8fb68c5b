"""Exceptions of the client."""

from __future__ import annotations

import builtins
import json
import time
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from http.client import HTTPMessage

    from ._error_codes import ErrorCode


#: Maximum length of a response's text in an error.
_TEXT_LENGTH_MAX = 2_000


class FlorinError(Exception):
    """An error response of Florin. `message` says what to do about it."""

    def __init__(
        self,
        message: str,
        *,
        code: ErrorCode,
        status: int,
        decline_code: str | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        text: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        #: Identifies the error for programs. Newer versions of Florin may add codes.
        self.code = code
        #: HTTP status.
        self.status = status
        #: Reason for a declined card; None if unknown, or for other codes.
        self.decline_code = decline_code
        #: Identifies the request in Florin's log.
        self.request_id = request_id
        #: Seconds to wait before a retry, if the server sent them.
        self.retry_after = retry_after
        #: Beginning of a body that is not from Florin, such as a proxy's page.
        self.text = text

    def __str__(self) -> str:
        return f"{self.message} ({_in_brackets(self.code, self.status, self.request_id)})"


class UnreadableAnswerError(Exception):
    """A successful response that cannot be parsed: the call took effect."""

    def __init__(self, *, status: int, request_id: str | None, text: str) -> None:
        super().__init__(f"the answer is not JSON ({_in_brackets('HTTP', status, request_id)})")
        #: HTTP status.
        self.status = status
        #: Identifies the request in Florin's log.
        self.request_id = request_id
        #: Beginning of the response.
        self.text = text


def _in_brackets(code: str, status: int, request_id: str | None) -> str:
    return f"{code} {status}" + (f", {request_id}" if request_id else "")


class NoAnswerError(builtins.ConnectionError):
    """No response arrived, so the call may or may not have taken effect. See `__cause__`."""


class WebhookError(Exception):
    """A webhook that is forged or too old. Answer it with 400."""


def beginning(data: bytes) -> str:
    """The part of a response that an error contains."""
    return data.decode(errors="replace")[:_TEXT_LENGTH_MAX]


def to_error(status: int, headers: HTTPMessage, data: bytes) -> FlorinError:
    """Converts an error response."""
    body = _parse(data)
    message = body.get("message")
    code = body.get("error")
    decline_code = body.get("decline_code")
    is_ours = isinstance(code, str) and isinstance(message, str)
    return FlorinError(
        message if isinstance(message, str) else f"status {status} without a reason",
        code=code if isinstance(code, str) else "internal_error",
        status=status,
        decline_code=decline_code if isinstance(decline_code, str) else None,
        request_id=headers.get("Request-Id"),
        retry_after=_read_retry_after(headers.get("Retry-After")),
        text=None if is_ours else beginning(data),
    )


def _read_retry_after(value: str | None) -> float | None:
    """Retry-After (RFC 9110, section 10.2.3) in seconds, from seconds or a date."""
    if value is None:
        return None
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        at = parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, at.timestamp() - time.time())


def _parse(data: bytes) -> dict[str, object]:
    """Parses a body. A proxy in front of Florin may answer with its own page."""
    try:
        body = json.loads(data)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
