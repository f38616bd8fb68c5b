/** Answers of an operation in the service specification. */
export interface SpecOperation {
  /** The status of success. */
  readonly success: 200 | 201;
  /** Fields that a successful answer has at least. */
  readonly fields: readonly string[];
  /** Statuses of refusals. */
  readonly refusals: readonly number[];
}

const account = ['id', 'email', 'name', 'type', 'status', 'created_at', 'updated_at', 'settings'];
const user = ['id', 'email', 'name', 'status', 'created_at', 'updated_at'];
const createdTransaction = [
  'id',
  'account_id',
  'amount',
  'currency',
  'type',
  'status',
  'reference',
  'metadata',
  'created_at',
];
const transaction = [...createdTransaction, 'updated_at'];

const answers = (
  success: SpecOperation['success'],
  fields: readonly string[],
  ...refusals: readonly number[]
): SpecOperation => ({ success, fields, refusals });

/**
 * The 24 operations as specified; this table never follows the code.
 * For subscriptions the specification lists neither bodies nor errors.
 */
export const specOperations: Readonly<Record<string, SpecOperation>> = {
  'POST /v1/auth/login': answers(
    200,
    ['access_token', 'refresh_token', 'token_type', 'expires_in', 'user'],
    400,
    401,
  ),
  'POST /v1/auth/refresh': answers(
    200,
    ['access_token', 'token_type', 'expires_in'],
    400,
    401,
    403,
  ),
  'DELETE /v1/auth/session': answers(200, ['message'], 401, 404),
  'GET /v1/users': answers(200, ['data', 'pagination'], 401, 403),
  'POST /v1/users': answers(201, user, 400, 409),
  'GET /v1/users/{user_id}': answers(200, user, 401, 404),
  'PATCH /v1/users/{user_id}': answers(200, user, 400, 401, 404),
  'DELETE /v1/users/{user_id}': answers(200, ['message', 'id'], 401, 403, 404),
  'POST /v1/accounts': answers(201, account, 400, 409),
  'GET /v1/accounts': answers(200, ['data', 'pagination'], 401, 403),
  'GET /v1/account': answers(200, account, 401, 403),
  'PATCH /v1/account': answers(200, account, 400, 409),
  'DELETE /v1/account': answers(200, ['id', 'status', 'closed_at', 'message'], 401, 403, 409),
  'GET /v1/transactions': answers(200, ['object', 'data', 'has_more'], 401),
  'POST /v1/transactions': answers(201, createdTransaction, 400, 402, 404),
  'GET /v1/transactions/{transaction_id}': answers(200, transaction, 401, 404),
  'PATCH /v1/transactions/{transaction_id}': answers(200, transaction, 400, 404, 409),
  'DELETE /v1/transactions/{transaction_id}': answers(
    200,
    ['id', 'status', 'canceled_at', 'message'],
    400,
    404,
    409,
  ),
  'POST /v1/payments': answers(
    201,
    [
      'id',
      'account_id',
      'amount',
      'currency',
      'status',
      'customer_email',
      'reference',
      'metadata',
      'created_at',
      'payment_url',
    ],
    400,
    404,
  ),
  'GET /v1/payments/{payment_id}/status': answers(
    200,
    ['id', 'status', 'amount', 'currency', 'reference', 'updated_at'],
    401,
    404,
  ),
  'POST /v1/subscriptions': answers(200, []),
  'POST /v1/subscriptions/{subscription_id}/update': answers(200, []),
  'POST /v1/subscriptions/{subscription_id}/pause': answers(200, []),
  'POST /v1/subscriptions/{subscription_id}/cancel': answers(200, []),
};

/** Listed by the specification, but nothing about the operation can cause them. */
export const neverAnswered: Readonly<Record<string, readonly number[]>> = {
  // A payment request moves no money of the account, so its balance cannot be too low.
  'POST /v1/payments': [402],
};

/** Written out, so that a line lost above is noticed. */
export const SPEC_OPERATIONS = 24;
