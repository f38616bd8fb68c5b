import os

from florin import Florin

florin = Florin(
    url=os.environ.get("FLORIN_URL", "http://127.0.0.1:8080"),
    on_session=lambda session: print("keep this session" if session else "logged out"),
)

florin.log_in(os.environ["FLORIN_EMAIL"], os.environ["FLORIN_PASSWORD"])
key = florin.api_keys.create(
    name="shop", scopes=["payments:write", "payments:read", "account:read"]
)
print(f"an API key that begins with {key['prefix']}")
