import os

from florin import Florin

florin = Florin(
    url=os.environ.get("FLORIN_URL", "http://127.0.0.1:8080"),
    api_key=os.environ.get("FLORIN_API_KEY"),
)

account = florin.accounts.get()
request = florin.payments.create(
    account_id=account["id"],
    amount=12_900,
    currency=account["settings"]["currency"],
    customer_email="grace@example.com",
    reference="Order 2041",
)
print(f"{request['customer_email']} pays at {request['payment_url']}")
