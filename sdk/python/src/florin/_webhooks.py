"""Whether a webhook is Florin's (Standard Webhooks 1.0)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import TYPE_CHECKING, Iterable, Protocol, Sequence, Tuple, cast

from ._errors import WebhookError

if TYPE_CHECKING:
    from .models import Event

#: How far the sender's clock and ours may be apart, and how long a delivery may be under way.
_TOLERANCE = 300.0


class Headers(Protocol):
    """A dictionary, or what a framework has instead."""

    def items(self) -> Iterable[Tuple[str, str]]: ...


def verify_webhook(
    *, secret: str | Sequence[str], headers: Headers, body: str | bytes
) -> Event:
    """The event of a webhook, once it is certain that Florin sent it and that it is of now.

    `secret` is the endpoint's `whsec_…`; both while it is being rotated. `body` is as it came, before
    anything has parsed it. Raises WebhookError otherwise.
    """
    webhook_id = _read(headers, "webhook-id")
    timestamp = _read(headers, "webhook-timestamp")
    signatures = _read(headers, "webhook-signature").split(" ")
    is_number = timestamp.isascii() and timestamp.isdigit()
    if not is_number or abs(time.time() - int(timestamp)) > _TOLERANCE:
        raise WebhookError("the webhook is not of now: check the clock of this machine")
    data = body.encode() if isinstance(body, str) else body
    content = f"{webhook_id}.{timestamp}.".encode() + data
    secrets = [secret] if isinstance(secret, str) else secret
    if not any(_is_signed(content, signatures, one) for one in secrets):
        raise WebhookError("the webhook is not signed with this secret")
    return cast("Event", json.loads(data))


def _is_signed(content: bytes, signatures: Sequence[str], secret: str) -> bool:
    key = _decode(secret.removeprefix("whsec_"))
    if not key:
        raise ValueError("the secret of a webhook endpoint is whsec_ and base64")
    expected = hmac.new(key, content, hashlib.sha256).digest()
    for signature in signatures:
        version, _comma, text = signature.partition(",")
        mac = _decode(text) if version == "v1" else None
        # Compares in constant time.
        if mac is not None and hmac.compare_digest(mac, expected):
            return True
    return False


def _decode(text: str) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def _read(headers: Headers, name: str) -> str:
    """Frameworks have names of headers in cases of their own."""
    values = [value for key, value in headers.items() if key.lower() == name]
    if len(values) == 1 and values[0]:
        return values[0]
    raise WebhookError(f"the header {name} is missing: this is no webhook of Florin")
