import { CUSTOMER_DATA_MAX, type Uuid } from '@florin/contracts';
import { type Cursor, selectPage } from '@florin/database';
import { type Kysely, sql } from 'kysely';
import type {
  PaymentAttempt,
  PaymentRequest,
  PaymentRequestStatus,
} from '../domain/payment-request/model.ts';
import { toPaymentAttempt, toPaymentRequest } from '../schema/payment-rows.ts';
import type { LedgerTables } from '../schema/tables.ts';
import type { AttemptName } from './processor.ts';

/** A request ends long before that, except that abandoned attempts do not count. */
const ATTEMPTS_MAX = 100;

export async function findPayment(
  db: Kysely<LedgerTables>,
  id: Uuid,
): Promise<PaymentRequest | undefined> {
  const row = await db
    .selectFrom('payment_requests')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toPaymentRequest(row);
}

export async function findPaymentByToken(
  db: Kysely<LedgerTables>,
  token: string,
): Promise<PaymentRequest | undefined> {
  const row = await db
    .selectFrom('payment_requests')
    .selectAll()
    .where('token', '=', token)
    .executeTakeFirst();
  return row && toPaymentRequest(row);
}

/** All attempts to pay it, newest first; bounded by the limit of a request. */
export async function listAttempts(
  db: Kysely<LedgerTables>,
  paymentId: Uuid,
): Promise<readonly PaymentAttempt[]> {
  const rows = await db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('id', 'desc')
    .limit(ATTEMPTS_MAX)
    .execute();
  return rows.map(toPaymentAttempt);
}

/** Attempts to pay some payments, newest first. */
export async function listAttemptsOf(
  db: Kysely<LedgerTables>,
  paymentIds: readonly Uuid[],
): Promise<readonly PaymentAttempt[]> {
  const rows = await db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('payment_id', '=', (row) => row.fn<Uuid>('any', [row.val(paymentIds)]))
    .orderBy('id', 'desc')
    .limit(ATTEMPTS_MAX * CUSTOMER_DATA_MAX)
    .execute();
  return rows.map(toPaymentAttempt);
}

/** The newest attempt to pay it; undefined before the first. */
export async function findLastAttempt(
  db: Kysely<LedgerTables>,
  paymentId: Uuid,
): Promise<PaymentAttempt | undefined> {
  const row = await db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toPaymentAttempt(row);
}

export interface PaymentFilter extends Cursor {
  /** Null for all accounts. */
  readonly accountId: Uuid | null;
  readonly status: PaymentRequestStatus | undefined;
  readonly reference: string | undefined;
  readonly customerEmail: string | undefined;
  /** The public id; null names no customer. */
  readonly customerId: string | null | undefined;
}

/** Earlier releases store the customer only where a card is saved. The index is `payment_requests_customer`. */
export function isOfCustomer(publicId: string | null) {
  return sql<boolean>`coalesce(customer_id, saves_for) = ${publicId}`;
}

/** Matching payment requests, newest first, or from the cursor `before` on oldest first. */
export async function selectPayments(
  db: Kysely<LedgerTables>,
  { accountId, status, reference, customerEmail, customerId, ...cursor }: PaymentFilter,
  rowsMax: number,
): Promise<readonly PaymentRequest[]> {
  let query = db.selectFrom('payment_requests').selectAll();
  if (accountId !== null) query = query.where('account_id', '=', accountId);
  if (status !== undefined) query = query.where('status', '=', status);
  if (reference !== undefined) query = query.where('reference', '=', reference);
  if (customerEmail !== undefined) query = query.where('customer_email', '=', customerEmail);
  if (customerId !== undefined) query = query.where(isOfCustomer(customerId));
  const rows = await selectPage(query, cursor, rowsMax).execute();
  return rows.map(toPaymentRequest);
}

/**
 * Expired payment requests that are not being paid, oldest first, without those of some accounts.
 */
export async function findDuePayments(
  db: Kysely<LedgerTables>,
  excludedAccountIds: readonly Uuid[],
  rowsMax: number,
): Promise<readonly Pick<PaymentRequest, 'id' | 'accountId'>[]> {
  return db
    .selectFrom('payment_requests')
    .select(['id', 'account_id as accountId'])
    .where('status', '=', 'pending')
    .where('expires_at', '<=', (row) => row.fn<Date>('now'))
    .where('account_id', '!=', (row) => row.fn<Uuid>('all', [row.val(excludedAccountIds)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_attempts')
            .select('payment_attempts.id')
            .whereRef('payment_id', '=', 'payment_requests.id')
            .where('payment_attempts.status', '=', 'processing'),
        ),
      ),
    )
    .orderBy('expires_at')
    .limit(rowsMax)
    .execute();
}

interface StaleFilter {
  /** Minimum time since the start. */
  readonly staleAfterMs: number;
  /** Only attempts newer than this one. */
  readonly after: Uuid | null;
}

/** Attempts that have been processing for a while, oldest first. */
export async function findStaleAttempts(
  db: Kysely<LedgerTables>,
  { staleAfterMs, after }: StaleFilter,
  rowsMax: number,
): Promise<readonly AttemptName[]> {
  let query = db
    .selectFrom('payment_attempts as attempt')
    .innerJoin('payment_requests as request', 'request.id', 'attempt.payment_id')
    .select([
      'attempt.id',
      'attempt.account_id as accountId',
      'attempt.payment_id as paymentId',
      'attempt.processor',
      'request.amount',
      'request.currency',
    ])
    .where('attempt.status', '=', 'processing')
    .where('attempt.created_at', '<=', sql<Date>`now() - ${staleAfterMs} * interval '1 ms'`);
  if (after !== null) query = query.where('attempt.id', '>', after);
  return query.orderBy('attempt.id').limit(rowsMax).execute();
}
