import { isLive, type Uuid } from '@florin/contracts';
import { type Kysely, sql, type Transaction, type Updateable } from 'kysely';
import { type DunningRules, usualDunning } from '../domain/subscription/dunning.ts';
import { endedWithAccount, type Parties } from '../domain/subscription/model.ts';
import type { BillingTables, GateRow } from '../schema.ts';

type Tx = Transaction<BillingTables>;

/**
 * Keeps these accounts' gates unchanged until the transaction ends, by a shared lock that closing
 * waits for. Returns whether all are open.
 */
async function holdGatesOpen(tx: Tx, accountIds: readonly Uuid[]): Promise<boolean> {
  return (await findClosedGates(tx, accountIds)).size === 0;
}

/** Holds the gates of seller and payer; returns whether both are open. */
export function holdPartiesOpen(
  tx: Tx,
  { sellerId, payerAccountId }: Pick<Parties, 'sellerId' | 'payerAccountId'>,
): Promise<boolean> {
  return holdGatesOpen(tx, payerAccountId === null ? [sellerId] : [sellerId, payerAccountId]);
}

/** Like {@link holdPartiesOpen}, but returns the closed gates. */
export async function findClosedGates(
  tx: Tx,
  accountIds: readonly Uuid[],
): Promise<ReadonlySet<Uuid>> {
  const ids = [...new Set(accountIds)].sort();
  await sql`
    insert into account_gates (account_id) select unnest(${ids}::uuid[]) order by 1
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ account_id: Uuid; is_closed: boolean }>`
    select account_id, is_closed from account_gates where account_id = any(${ids}::uuid[])
     order by account_id for share`.execute(tx);
  return new Set(rows.filter((row) => row.is_closed).map((row) => row.account_id));
}

/** Closes a gate; waits for transactions that hold it. */
export async function shutGate(tx: Tx, accountId: Uuid): Promise<void> {
  await tx
    .insertInto('account_gates')
    .values({ account_id: accountId, is_closed: true })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ is_closed: true }))
    .execute();
}

/** Keeps a gate from being opened until the transaction ends; returns whether it is closed. */
export async function isGateClosed(tx: Tx, accountId: Uuid): Promise<boolean> {
  const row = await tx
    .selectFrom('account_gates')
    .select('is_closed')
    .where('account_id', '=', accountId)
    .forShare()
    .executeTakeFirst();
  return row?.is_closed ?? false;
}

/**
 * Whether an account pays or sells in a subscription that is neither paused, in its trial nor
 * ended. Subscriptions being created or charged count.
 */
export async function hasLiveSubscription(
  db: Kysely<BillingTables>,
  accountId: Uuid,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from subscriptions
     where (seller_id = ${accountId} or payer_account_id = ${accountId})
       and (is_charging or status <> all(${[...endedWithAccount, 'canceled', 'expired']}::text[]))
     limit 1`.execute(db);
  return rows.length > 0;
}

/** Paused and trialing subscriptions in which an account pays or sells. */
export async function listEndedWithAccount(
  db: Kysely<BillingTables>,
  accountId: Uuid,
  rowsMax: number,
): Promise<readonly Uuid[]> {
  const { rows } = await sql<{ id: Uuid }>`
    select id from subscriptions
     where (seller_id = ${accountId} or payer_account_id = ${accountId})
       and status = any(${endedWithAccount}::text[])
     order by id limit ${rowsMax}`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Whether an account refuses unknown customers; by default, live accounts do. Stable until the
 * transaction ends if that holds the account's gate.
 */
export async function refusesUnknownCustomers(
  db: Kysely<BillingTables>,
  accountId: Uuid,
): Promise<boolean> {
  const row = await db
    .selectFrom('account_gates')
    .select('refuses_unknown_customers')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.refuses_unknown_customers ?? isLive(accountId);
}

/** Email address or page where the account's customers cancel; null if it set none. */
export async function findCancelAddress(
  db: Kysely<BillingTables>,
  accountId: Uuid,
): Promise<string | null> {
  const row = await db
    .selectFrom('account_gates')
    .select('cancel_address')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.cancel_address ?? null;
}

/** Dunning rules of each of these accounts, for charges that fail now. */
export async function readDunningRules(
  db: Kysely<BillingTables>,
  accountIds: readonly Uuid[],
): Promise<(accountId: Uuid) => DunningRules> {
  const ids = [...new Set(accountIds)];
  if (ids.length === 0) return () => usualDunning;
  const rows = await db
    .selectFrom('account_gates')
    .select(['account_id', 'dunning_days', 'dunning_final_action'])
    .where('account_id', '=', sql<Uuid>`any(${ids}::uuid[])`)
    .execute();
  const chosen = new Map(rows.map((row) => [row.account_id, row]));
  return (accountId) => {
    const row = chosen.get(accountId);
    return {
      days: row?.dunning_days ?? usualDunning.days,
      finalAction: row?.dunning_final_action ?? usualDunning.finalAction,
    };
  };
}

/** Settings that an account changes; omitted ones stay unchanged. */
export type ChosenSettings = Partial<
  Pick<
    Updateable<GateRow>,
    'refuses_unknown_customers' | 'cancel_address' | 'dunning_days' | 'dunning_final_action'
  >
>;

/** Waits for transactions that hold the account's gate. */
export async function saveSettings(
  tx: Transaction<BillingTables>,
  accountId: Uuid,
  chosen: ChosenSettings,
): Promise<void> {
  await tx
    .insertInto('account_gates')
    .values({ account_id: accountId, ...chosen })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(chosen))
    .execute();
}
