import type { Uuid } from '@florin/contracts';
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import type { CreditEntry, CreditHolder } from '../domain/credit.ts';
import { leftOf, type Pots, potsAfter, potsOf } from '../domain/credit-pots.ts';
import { toCurrency } from '../domain/currency.ts';
import type { CreditChangeRow, CreditExpiryRow } from '../schema/credits.ts';
import type { BillingTables } from '../schema.ts';
import { sqlNow } from '../sql-now.ts';
import { changeBalance, toCreditEntry } from './credits-queries.ts';

type Tx = Transaction<BillingTables>;

/** A grant with an expiry that has not ended. */
export interface Expiry extends CreditHolder {
  readonly grantId: Uuid;
}

type NewAdjustment = CreditHolder &
  Pick<CreditEntry, 'id' | 'kind' | 'amount' | 'reason' | 'expiresAt' | 'grantId' | 'createdAt'>;

/** Adds a credit entry that has no invoice. The caller has locked the holder's credit. */
export async function addAdjustment(tx: Tx, adjustment: NewAdjustment): Promise<CreditEntry> {
  const { id, sellerId, holderId, currency, kind, amount, reason, expiresAt, grantId, createdAt } =
    adjustment;
  const balanceAfter = await changeBalance(tx, adjustment);
  await tx
    .insertInto('credit_adjustments')
    .values({
      ...{ id, seller_id: sellerId, holder_id: holderId, currency, kind, amount, reason },
      ...{ balance_after: balanceAfter, expires_at: expiresAt, grant_id: grantId },
      created_at: createdAt,
    })
    .execute();
  if (expiresAt)
    await tx
      .insertInto('credit_expiries')
      .values({
        ...{ grant_id: id, seller_id: sellerId, holder_id: holderId, currency },
        ...{ expires_at: expiresAt, ended_at: null },
      })
      .execute();
  const row = await tx
    .selectFrom('credit_changes')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return toCreditEntry(row);
}

/** Number of a holder's grants that will expire, up to a maximum. */
export async function countExpiries(
  db: Kysely<BillingTables>,
  holder: CreditHolder,
  max: number,
): Promise<number> {
  const { rows } = await sql`
    select 1 from credit_expiries
     where ${ofHolder(holder)} and ended_at is null limit ${max}`.execute(db);
  return rows.length;
}

/** Returned credit goes back to its grants, so those that have expired end once more. */
export async function reopenExpiries(tx: Tx, holder: CreditHolder): Promise<void> {
  await sql`
    update credit_expiries set ended_at = null, leased_until = '-infinity'
     where ${ofHolder(holder)} and ended_at is not null`.execute(tx);
}

/** A process that crashed keeps its grants for this time; failed ones wait as long. */
const LEASE_SECONDS = 30;

/** Leases grants whose expiry has passed, oldest first. */
export async function leaseExpiries(
  db: Kysely<BillingTables>,
  rowsMax: number,
): Promise<readonly Expiry[]> {
  const { rows } = await sql<Selectable<CreditExpiryRow>>`
    with due as materialized (
      select grant_id from credit_expiries
       where expires_at <= ${sqlNow()} and ended_at is null
         and leased_until < clock_timestamp()
       order by expires_at limit ${rowsMax} for no key update skip locked)
    update credit_expiries
       set leased_until = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'
     where grant_id in (select grant_id from due)
    returning *`.execute(db);
  return rows.map(({ grant_id, seller_id, holder_id, currency }) => ({
    ...{ grantId: grant_id, sellerId: seller_id, holderId: holder_id },
    currency: toCurrency(currency),
  }));
}

/** Expired grants of a holder that have not ended, in the order of use. */
export async function findExpired(tx: Tx, holder: CreditHolder): Promise<readonly Uuid[]> {
  const { rows } = await sql<{ grant_id: Uuid }>`
    select grant_id from credit_expiries
     where ${ofHolder(holder)} and expires_at <= ${sqlNow()} and ended_at is null
     order by expires_at, grant_id`.execute(tx);
  return rows.map(({ grant_id }) => grant_id);
}

/** Marks a grant as ended. */
export async function endExpiry(tx: Tx, grantId: Uuid): Promise<void> {
  await sql`
    update credit_expiries set ended_at = ${sqlNow()} where grant_id = ${grantId}`.execute(tx);
}

/** Changes that are read at once. */
const PAGE = 1_000;

/** Rest of each of these grants of a holder, whose credit the caller has locked. */
export async function readRests(
  tx: Tx,
  holder: CreditHolder,
  grantIds: readonly Uuid[],
): Promise<ReadonlyMap<Uuid, bigint>> {
  let pots: Pots | undefined;
  let beyond = sql`position >= (
    select min(position) from credit_adjustments
     where ${ofHolder(holder)} and expires_at is not null)`;
  for (;;) {
    const { rows } = await sql<Selectable<CreditChangeRow>>`
      select * from credit_changes
       where ${ofHolder(holder)} and ${beyond}
       order by position limit ${PAGE}`.execute(tx);
    const [first] = rows;
    const last = rows.at(-1);
    if (first && last) {
      pots = potsAfter(pots ?? potsOf(first.balance_after - first.amount), rows.map(toCreditEntry));
      beyond = sql`position > ${last.position}`;
    }
    if (rows.length < PAGE) break;
  }
  return new Map(grantIds.map((id) => [id, pots ? leftOf(pots, id) : 0n]));
}

function ofHolder({ sellerId, holderId, currency }: CreditHolder) {
  return sql<boolean>`
    holder_id = ${holderId} and seller_id = ${sellerId} and currency = ${currency}`;
}
