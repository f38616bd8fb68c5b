import type { ErrorCode } from '@florin/contracts';
import type { Route } from '../routes/define-route.ts';

/** A typical message of each error code. */
const messages: Readonly<Record<ErrorCode, string>> = {
  invalid_request: 'amount: must be an integer in minor units, for example 1000 for 10.00 USD',
  currency_mismatch: 'currency: this account uses USD; send USD',
  invalid_grant: 'this refresh token cannot be used; log in again',
  invalid_credentials: 'no user has this identifier and password',
  second_factor_required:
    'code: is required; send the six digits of your authenticator, or a recovery code',
  insufficient_user_authentication:
    'confirm your second factor again with POST /v1/auth/step_up; it is valid for 10 minutes',
  unauthorized: 'send Authorization: Bearer <access token>',
  insufficient_funds: 'balance is 0, this needs 1000; record a credit first',
  card_declined: 'The card was declined: The card has insufficient funds. Nothing has changed.',
  forbidden:
    'you have read access only; verify your email first (POST /v1/auth/verify_email), or, if the account is suspended or pending, ask an administrator to activate it',
  not_found: 'there is nothing with this id',
  account_not_found: 'there is no open account with this id',
  invalid_session: 'there is no open session with this id',
  email_exists: 'this email is already registered; log in, or use another one',
  conflict: 'the first request with this Idempotency-Key is still running; retry in a moment',
  not_cancellable: 'this payment has succeeded; refund it instead',
  active_subscriptions: 'the account has active subscriptions; cancel them first',
  rate_limited: 'too many requests; wait for the seconds in Retry-After',
  internal_error: 'an internal error occurred; retry with the same Idempotency-Key',
  unavailable: 'the service does not respond; retry with the same Idempotency-Key',
};

/** Messages of operations that change nothing and have no Idempotency-Key. */
const readMessages: Partial<Record<ErrorCode, string>> = {
  invalid_request: 'unknown query parameter expand: omit it',
  forbidden: 'your role does not include this; ask an owner of the account',
  internal_error: 'an internal error occurred; retry in a moment',
  unavailable: 'the service does not respond; retry in a moment',
};

/** Examples of these codes, by code. */
export function errorExamplesOf(codes: readonly ErrorCode[], method?: Route['method']) {
  const all = method === 'GET' ? { ...messages, ...readMessages } : messages;
  return Object.fromEntries(
    codes.map((code) => [code, { value: { error: code, message: all[code] } }]),
  );
}

export const reusedKeyExample = {
  value: {
    error: 'invalid_request',
    message: 'this Idempotency-Key was used for a different request; use a new key',
  },
};
