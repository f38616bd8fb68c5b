import type { Uuid } from '@florin/contracts';
import { type Kysely, sql } from 'kysely';
import type { PaymentAttempt } from '../domain/payment-attempt.ts';
import type { PaymentRequest } from '../domain/payment-request.ts';
import type { LedgerTables } from './schema.ts';

/**
 * Payment requests whose time is up and that nobody is just paying, oldest first, without those of
 * some accounts.
 */
export async function listDuePayments(
  db: Kysely<LedgerTables>,
  passedOver: readonly Uuid[],
  rowsMax: number,
): Promise<readonly Pick<PaymentRequest, 'id' | 'accountId'>[]> {
  return db
    .selectFrom('payment_requests')
    .select(['id', 'account_id as accountId'])
    .where('status', '=', 'pending')
    .where('expires_at', '<=', (row) => row.fn<Date>('now'))
    .where('account_id', '!=', (row) => row.fn<Uuid>('all', [row.val(passedOver)]))
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

export interface StaleFilter {
  readonly processor: string;
  /** Begun at least so long ago. */
  readonly staleAfterMs: number;
  /** Only attempts newer than this one. */
  readonly after: Uuid | null;
}

/** Attempts that are processing for a while, oldest first. */
export async function listStaleAttempts(
  db: Kysely<LedgerTables>,
  { processor, staleAfterMs, after }: StaleFilter,
  rowsMax: number,
): Promise<readonly Pick<PaymentAttempt, 'id' | 'accountId' | 'paymentId'>[]> {
  let query = db
    .selectFrom('payment_attempts')
    .select(['id', 'account_id as accountId', 'payment_id as paymentId'])
    .where('status', '=', 'processing')
    .where('processor', '=', processor)
    .where('created_at', '<=', sql<Date>`now() - ${staleAfterMs} * interval '1 ms'`);
  if (after !== null) query = query.where('id', '>', after);
  return query.orderBy('id').limit(rowsMax).execute();
}
