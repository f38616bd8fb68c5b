"""Values and refusals that JSON Schema cannot express."""

import os
import re

import schemathesis

OWN = {
    "account_id": os.environ["FLORIN_ACCOUNT"],
    "currency": "USD",
    "timezone": "Europe/Zurich",
    "language": "en",
    "country": "DE",
    "return_url": "https://shop.example/thanks",
}

# Rules about several members, the present time, or what there is. Everything else that the schema allows
# must be accepted.
RULES = [
    r"send starting_after or ending_before, not both",
    r"the cursor names no",
    r"is not an id from this list",
    r"page: use next_page of the answer before",
    # A kind of mail has its own placeholders.
    r"knows no \{",
    r"must be in the (future|years)",
    r"must (go up|not stand beside|not be before|not make an interval)",
    r"must begin before",
    r"only an admin may choose",
    r"you own it already",
    r"not a VAT ID",
    r"(is missing|is required)",
    r"the body: send",
    r"(is|are) for .*(only|csv)",
    r"must be an active ISO 4217 code",
    r"must be an email address",
    r"must be the id of a payment",
    r"one of the return addresses",
    r"return_urls?",
    r"no payment method of this customer",
    r"is no id of a customer",
    r"a clock goes forward only",
    r"is not the id of an account",
    r"has saved no such method",
    r"the customer has no such VAT ID",
    r"the personal data of this customer was erased",
    r"from, to: must span 1 to 31 days",
    r"must not come to more than",
    # A number in metadata that JavaScript cannot keep.
    r"is a number that would be changed",
    # A pattern cannot say that a day exists, or that a picture can be read.
    r"must be an ISO 8601",
    r"must be a PNG or JPEG",
    # Only an admin takes a role away.
    r"role: must be one of",
]
# A token of a mail is none of the schema's, and currencies have to agree.
CODES = {"invalid_grant", "currency_mismatch", "invalid_credentials"}


def with_own(value):
    if isinstance(value, list):
        return [with_own(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        name: OWN[name] if name in OWN and isinstance(item, str) else with_own(item)
        for name, item in value.items()
    }


@schemathesis.hook
def before_call(_context, case, _kwargs):
    if isinstance(case.body, dict):
        case.body = with_own(case.body)
    if case.query:
        case.query = with_own(case.query)


@schemathesis.check
def refuses_only_by_a_rule(_context, response, case):
    if response.status_code != 400 or case.meta.generation.mode.is_negative:
        return
    # A form has no way to write an object, such as metadata.
    if case.media_type == "application/x-www-form-urlencoded":
        return
    answer = response.json()
    if answer["error"] in CODES or any(re.search(rule, answer["message"]) for rule in RULES):
        return
    raise AssertionError(f"{case.operation.label} refuses what its schema allows: {answer['message']}")
