"""Client of Florin, a billing and payments back end."""

from . import models
from ._client import Florin
from ._error_codes import ErrorCode
from ._errors import FlorinError, NoAnswerError, UnreadableAnswerError, WebhookError
from ._retry import Retry
from ._session import Session
from ._webhooks import verify_webhook

__all__ = [
    "ErrorCode",
    "Florin",
    "FlorinError",
    "NoAnswerError",
    "Retry",
    "Session",
    "UnreadableAnswerError",
    "WebhookError",
    "models",
    "verify_webhook",
]
