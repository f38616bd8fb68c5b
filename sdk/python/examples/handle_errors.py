import os

from florin import Florin, FlorinError, NoAnswerError

florin = Florin(
    url=os.environ.get("FLORIN_URL", "http://127.0.0.1:8080"),
    api_key=os.environ.get("FLORIN_API_KEY"),
)
account = florin.accounts.get()

try:
    florin.transactions.create(
        account_id=account["id"],
        amount=999_999,
        currency=account["settings"]["currency"],
        type="payment",
        timeout=10,
    )
except FlorinError as error:
    if error.code != "insufficient_funds":
        raise
    print(f"not paid: {error.message}")
except NoAnswerError:
    print("outcome unknown: look it up later")
