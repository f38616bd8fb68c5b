import type { Uuid } from '@florin/contracts';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import { type Invariant, invariants, type Violation } from '../domain/invariants.ts';
import type { LedgerTables } from '../schema/tables.ts';
import { entryRules } from './rules/entries.ts';
import { eventRules, orphanRules } from './rules/events.ts';
import { paymentRules } from './rules/payments.ts';
import { parts, type Rules } from './rules/rule.ts';
import { transactionRules } from './rules/transactions.ts';

/** Accounts by id: after `after`, up to and including `upTo`. */
interface Range {
  readonly after: Uuid;
  readonly upTo: Uuid;
}

export interface Findings {
  readonly accounts: number;
  readonly transactions: number;
  readonly entries: number;
  readonly violations: number;
  readonly first: Violation | null;
}

const IN_RANGE = 'where account_id > $1 and account_id <= $2';
const PARTS = parts.join(', ');
const PARTS_AFTER = parts.map((part) => `${part}_after`).join(', ');
/**
 * Reads each row once, by column name, so new columns do not matter. Attempts and events have no
 * index by account, so they are found by their objects' ids.
 */
const ROWS = `
  b as materialized (
    select account_id, currency, status, entry_sequence, last_id, ${PARTS}
      from balances ${IN_RANGE}),
  t as materialized (
    select id, account_id, version, type, status, amount, currency, capture, captured_amount,
           refunded_amount, refund_of, failure_reason, due_at, created_at, updated_at, canceled_at
      from transactions ${IN_RANGE}),
  e as materialized (
    select id, account_id, sequence, transaction_id, kind, ${PARTS}, ${PARTS_AFTER}
      from entries ${IN_RANGE}),
  c as materialized (select account_id, transaction_id, amount from charges ${IN_RANGE}),
  f as materialized (
    select account_id, key, purpose, amount, from_settled, from_available, at_once, status,
           transaction_id from fund_movements ${IN_RANGE}),
  r as materialized (select account_id, route, key from replies ${IN_RANGE}),
  p as materialized (
    select id, account_id, version, status, amount, currency, failed_attempts, transaction_id,
           created_at, updated_at from payment_requests ${IN_RANGE}),
  a as materialized (
    select id, account_id, payment_id, status, decline_code, created_at, updated_at
      from payment_attempts where payment_id = any (array(select id from p))),
  x as materialized (
    select account_id, 'transaction' as kind, 'transaction' as event_prefix, id, version, status,
           capture is not null or exists (
             select from f where f.transaction_id = t.id and not at_once) as is_born_pending,
           created_at, updated_at from t
    union all
    select account_id, 'paymentRequest', 'payment', id, version, status, true,
           created_at, updated_at from p),
  o as materialized (
    select position, event_id, aggregate_id, aggregate_sequence, type,
           body::json->>'created_at' as created_at
      from outgoing_events where aggregate_id = any (array(select id from x)))`;

const ranks = Object.keys(invariants);

function unionOf(rules: Rules): string {
  return Object.entries(rules)
    .map(([invariant, rule]) => {
      const columns = '(account_id, kind, id, expected, found)';
      return `select ${ranks.indexOf(invariant)} as rank, '${invariant}' as invariant, broken.*
                from (${rule}) broken ${columns}`;
    })
    .join('\nunion all\n');
}

const FOUND = `
  (select count(*) from v) as violations,
  (select to_json(v) from v order by account_id, rank, id limit 1) as first`;

const OF_RANGE = `
  with ${ROWS},
  v as materialized (
    ${unionOf({ ...entryRules, ...transactionRules, ...paymentRules, ...eventRules })})
  select (select count(*) from b) as accounts, (select count(*) from t) as transactions,
         (select count(*) from e) as entries, ${FOUND}`;

const OF_ORPHANS = `
  with v as materialized (${unionOf(orphanRules)})
  select 0 as accounts, 0 as transactions, 0 as entries, ${FOUND}`;

/** Checks everything in a range of accounts; events before `keptSince` may be deleted. */
export function findViolations(
  tx: Kysely<LedgerTables>,
  { after, upTo }: Range,
  keptSince: Date,
): Promise<Findings> {
  return find(tx, OF_RANGE, [after, upTo, keptSince]);
}

/** Checks for orphaned rows: one pass over whole tables. */
export function findOrphans(tx: Kysely<LedgerTables>): Promise<Findings> {
  return find(tx, OF_ORPHANS, []);
}

interface ViolationRow {
  readonly invariant: Invariant;
  readonly account_id: Uuid | null;
  readonly kind: Violation['kind'];
  readonly id: Uuid;
  readonly expected: string;
  readonly found: string;
}
type FindingsRow = Readonly<
  Record<'accounts' | 'transactions' | 'entries' | 'violations', bigint>
> & { readonly first: ViolationRow | null };

async function find(
  tx: Kysely<LedgerTables>,
  text: string,
  parameters: unknown[],
): Promise<Findings> {
  const { rows } = await tx.executeQuery(CompiledQuery.raw(text, parameters));
  const { first, accounts, transactions, entries, violations } = rows[0] as FindingsRow;
  return {
    accounts: Number(accounts),
    transactions: Number(transactions),
    entries: Number(entries),
    violations: Number(violations),
    first: first && toViolation(first),
  };
}

function toViolation({ invariant, account_id, kind, id, expected, found }: ViolationRow) {
  return { invariant, accountId: account_id, kind, id, expected, found };
}

export interface RangeSize {
  readonly accountsMax: number;
  /** Limit for all accounts together, unless the first alone exceeds it. */
  readonly changesMax: number;
}

/** The last account of the range after `after`; null if the range extends beyond all accounts. */
export async function findRangeEnd(
  tx: Kysely<LedgerTables>,
  after: Uuid,
  { accountsMax, changesMax }: RangeSize,
): Promise<Uuid | null> {
  const { rows } = await sql<{ account_id: Uuid; is_last: boolean }>`
    select account_id, next is null as is_last
      from (select account_id, lead(account_id) over w as next, row_number() over w as place,
                   sum(version) over w as changes
              from (select account_id, version from balances where account_id > ${after}
                     order by account_id limit ${accountsMax + 1}) candidates
            window w as (order by account_id)) summed
     where (changes <= ${changesMax} or place = 1) and place <= ${accountsMax}
     order by account_id desc limit 1`.execute(tx);
  const [end] = rows;
  return end === undefined || end.is_last ? null : end.account_id;
}

/** The number of entries that the balances count. */
export async function countEntries(tx: Kysely<LedgerTables>): Promise<number> {
  const { entries } = await tx
    .selectFrom('balances')
    .select(({ fn }) => fn.sum<string | null>('entry_sequence').as('entries'))
    .executeTakeFirstOrThrow();
  return Number(entries ?? 0);
}
