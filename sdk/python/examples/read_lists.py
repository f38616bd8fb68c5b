import os

from florin import Florin

florin = Florin(
    url=os.environ.get("FLORIN_URL", "http://127.0.0.1:8080"),
    api_key=os.environ.get("FLORIN_API_KEY"),
)

for payment in florin.payments.list(status="pending"):
    print(f"{payment['id']} is not paid yet: {payment['reference']}")
