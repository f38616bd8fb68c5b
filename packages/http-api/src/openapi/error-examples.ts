import type { ErrorCode } from '@florin/contracts';

/** A typical message of each error code. */
const messages: Readonly<Record<ErrorCode, string>> = {
  invalid_request: 'amount: must be an integer in minor units, for example 1000 for 10.00 USD',
  currency_mismatch: 'this account keeps USD: send USD',
  invalid_grant: 'this refresh token cannot be used: log in again',
  invalid_credentials: 'no user has this identifier and password',
  second_factor_required: 'send code too: the six digits of your authenticator, or a recovery code',
  insufficient_user_authentication:
    'show your second factor again, by POST /v1/auth/step_up: it is good for 10 minutes',
  unauthorized: 'send Authorization: Bearer <access token>',
  insufficient_funds: 'balance is 0, this needs 1000: record a credit first',
  card_declined: 'The card was declined: The card has insufficient funds. Nothing has changed.',
  forbidden:
    'you can read, but change nothing: verify your email first (POST /v1/auth/verify_email), or, where the account is suspended or pending, have an administrator activate it',
  not_found: 'there is nothing with this id',
  account_not_found: 'there is no open account with this id',
  invalid_session: 'there is no session with this id that could be ended',
  email_exists: 'somebody has this email already: log in, or use another one',
  conflict: 'the first request with this Idempotency-Key is still running: repeat it in a moment',
  not_cancellable: 'it has succeeded: give the money back by a refund instead',
  active_subscriptions: 'the account has active subscriptions: cancel them first',
  rate_limited: 'too many requests: wait as long as Retry-After says',
  internal_error: 'something went wrong on our side: repeat the request with the same key',
  unavailable: 'the ledger does not answer: repeat the request with the same key',
};

/** Examples of these codes, by code. */
export function errorExamplesOf(codes: readonly ErrorCode[]) {
  return Object.fromEntries(
    codes.map((code) => [code, { value: { error: code, message: messages[code] } }]),
  );
}
