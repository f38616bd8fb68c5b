import type { Uuid } from '@florin/contracts';
import type { Selectable } from 'kysely';
import { type AccountPolicy, POLICY_OF_NEW } from '../domain/policy.ts';
import type { Db, IdentityTables, Tx } from '../schema.ts';

export async function readPolicy(db: Db, accountId: Uuid): Promise<AccountPolicy> {
  const row = await db
    .selectFrom('account_policies')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ? toPolicy(row) : POLICY_OF_NEW;
}

/** Locks the policy of an account; inserts its row if missing. */
export async function lockPolicy(tx: Tx, accountId: Uuid, now: Date): Promise<AccountPolicy> {
  await tx
    .insertInto('account_policies')
    .values({
      account_id: accountId,
      support_refund_max: POLICY_OF_NEW.supportRefundMax,
      stale_refund_max: POLICY_OF_NEW.staleRefundMax,
      requires_second_factor: POLICY_OF_NEW.requiresSecondFactor,
      version: 1n,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
  const row = await tx
    .selectFrom('account_policies')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return toPolicy(row);
}

/** Saves a locked policy. */
export async function savePolicy(
  tx: Tx,
  accountId: Uuid,
  policy: AccountPolicy,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('account_policies')
    .set((row) => ({
      support_refund_max: policy.supportRefundMax,
      stale_refund_max: policy.staleRefundMax,
      requires_second_factor: policy.requiresSecondFactor,
      version: row('version', '+', 1n),
      updated_at: now,
    }))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
}

function toPolicy(row: Selectable<IdentityTables['account_policies']>): AccountPolicy {
  return {
    supportRefundMax: row.support_refund_max,
    staleRefundMax: row.stale_refund_max,
    requiresSecondFactor: row.requires_second_factor,
  };
}
