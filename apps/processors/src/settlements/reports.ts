import { type Caller, type ReconciliationResource, toPublicId, type Uuid } from '@florin/contracts';
import { scopeOf } from '@florin/http-api';
import { toJsonAmount } from '@florin/money';
import { sql } from 'kysely';
import {
  compare,
  type Difference,
  isClosed,
  type Settled,
  type Subject,
  type SubjectKind,
} from '../domain/settlement.ts';
import type { Db } from '../schema.ts';

export interface ReportRequest {
  /** UTC days, both inclusive. */
  readonly from: string;
  readonly to: string;
  readonly processor: string | undefined;
  /** Limits the reports to one account; null is an account that cannot exist. */
  readonly accountId: Uuid | null | undefined;
  /** Undefined for both modes. */
  readonly livemode: boolean | undefined;
}

type Totals = Settled & Pick<ReconciliationResource, AmountName | 'fees' | 'net'>;
type AmountName = 'charges' | 'refunds' | 'disputes' | 'payouts' | 'adjustments';

const DIFFERENCES_SHOWN = 100;
/** More discrepancies than this mean that something is wrong in general. */
const SUBJECTS_MAX = 5_000;

/** Settlements of these days compared with known objects, newest first. */
export async function listReports(
  db: Db,
  caller: Caller,
  request: ReportRequest,
  now: number,
): Promise<readonly ReconciliationResource[]> {
  const scope = scopeOf(caller, request.accountId);
  if (scope === undefined) return [];
  const accountId = scope === 'all' ? null : scope;
  const [totals, subjects] = await Promise.all([
    selectTotals(db, request, accountId),
    selectUnlike(db, request, accountId),
  ]);
  const differences = Map.groupBy(
    subjects.flatMap((subject) => compare(subject) ?? []),
    ({ subject }) => nameOf(subject),
  );
  const known = new Map(totals.map((one) => [nameOf(one), one]));
  for (const [name, [first]] of differences)
    if (first && !known.has(name)) known.set(name, { ...NOTHING, ...settledOf(first.subject) });
  const { livemode = null } = request;
  return [...known.values()]
    .filter((one) => livemode === null || one.livemode === livemode)
    .map((one) => toReport(one, differences.get(nameOf(one)) ?? [], now))
    .toSorted((a, b) => b.day.localeCompare(a.day) || nameOf(a).localeCompare(nameOf(b)));
}

const NOTHING_OF = { count: 0, gross: 0 };
const NOTHING = {
  charges: NOTHING_OF,
  refunds: NOTHING_OF,
  disputes: NOTHING_OF,
  payouts: NOTHING_OF,
  adjustments: NOTHING_OF,
  fees: 0,
  net: 0,
};

function settledOf({ day, processor, livemode, currency }: Settled): Settled {
  return { day, processor, livemode, currency };
}

function nameOf({
  day,
  processor,
  livemode,
  currency,
}: Omit<Settled, 'currency'> & { readonly currency: string }): string {
  return `${day} ${processor} ${livemode} ${currency}`;
}

function toReport(
  { day, processor, livemode, currency, ...amounts }: Totals,
  differences: readonly Difference[],
  now: number,
): ReconciliationResource {
  // Missing lines of an open day may still come.
  const counted = isClosed(day, now)
    ? differences
    : differences.filter(({ kind }) => kind === 'amount_differs');
  const isOpen = !isClosed(day, now);
  return {
    object: 'reconciliation',
    day,
    processor,
    livemode,
    currency,
    status: isOpen ? 'open' : counted.length === 0 ? 'balanced' : 'different',
    ...amounts,
    difference_count: counted.length,
    differences: counted.slice(0, DIFFERENCES_SHOWN).map(toShown),
  };
}

const PUBLIC: Readonly<Record<SubjectKind, Parameters<typeof toPublicId>[0]>> = {
  charge: 'paymentRequest',
  refund: 'refund',
  dispute: 'dispute',
  payout: 'payout',
};

function toShown({ kind, subject, expected }: Difference) {
  const { id, accountId, reference, settled } = subject;
  return {
    kind,
    processor_reference: reference,
    account_id: accountId && toPublicId('account', accountId),
    subject_id: id && toPublicId(PUBLIC[subject.kind as SubjectKind], id),
    expected: toJsonAmount(expected),
    settled: toJsonAmount(settled ?? 0n),
  };
}

const DAY = sql`to_char(at at time zone 'UTC', 'YYYY-MM-DD')`;

/** Number of lines of a kind, and their sum. */
function sumsOf(kind: Subject['kind']) {
  return sql`
    count(*) filter (where kind = ${kind})::text as ${sql.ref(`${kind}_count`)},
    coalesce(sum(gross) filter (where kind = ${kind}), 0)::text as ${sql.ref(`${kind}_gross`)}`;
}

async function selectTotals(
  db: Db,
  { from, to, processor }: ReportRequest,
  accountId: Uuid | null,
): Promise<readonly Totals[]> {
  const { rows } = await sql<Settled & Record<string, string>>`
    select ${DAY} as day, processor, livemode, currency,
           sum(fee)::text as fees, sum(gross - fee)::text as net,
           ${sumsOf('charge')}, ${sumsOf('refund')}, ${sumsOf('dispute')}, ${sumsOf('payout')},
           ${sumsOf('adjustment')}
      from settlement_lines
     where at >= ${`${from}T00:00:00Z`}::timestamptz
       and at < ${`${to}T00:00:00Z`}::timestamptz + interval '1 day'
       and (${processor ?? null}::text is null or processor = ${processor ?? null})
       and (${accountId}::uuid is null or account_id = ${accountId})
     group by 1, 2, 3, 4`.execute(db);
  return rows.map(({ day, processor: name, livemode, currency, fees, net, ...sums }) => {
    const of = (kind: string) => ({
      count: Number(sums[`${kind}_count`]),
      gross: Number(sums[`${kind}_gross`]),
    });
    return {
      ...{ day, processor: name, livemode, currency },
      charges: of('charge'),
      refunds: of('refund'),
      disputes: of('dispute'),
      payouts: of('payout'),
      adjustments: of('adjustment'),
      fees: Number(fees),
      net: Number(net),
    };
  });
}

/** Known money movements, with what decides their expected sum. */
const KNOWN = sql`
  select 'charge' as kind, id, payment_id as shown_id, account_id, processor, livemode, currency,
         reference, status, amount, updated_at from charges where status = 'succeeded'
  union all
  select 'refund', refunds.id, refunds.id, refunds.account_id, charges.processor, refunds.livemode,
         refunds.currency, refunds.reference, refunds.status, refunds.amount, refunds.updated_at
    from refunds join charges on charges.id = refunds.charge_id where refunds.status <> 'reserved'
  union all
  select 'dispute', disputes.id, disputes.id, disputes.account_id, charges.processor,
         disputes.livemode, disputes.currency, disputes.reference, disputes.status, disputes.amount,
         disputes.updated_at
    from disputes join charges on charges.id = disputes.charge_id
  union all
  select 'payout', id, id, account_id, processor, livemode, currency, reference, status, amount,
         updated_at from payouts where status <> 'reserved'`;

/**
 * Discrepancies: objects with lines on these days but another sum, and objects of these days
 * without lines.
 */
async function selectUnlike(
  db: Db,
  { from, to, processor }: ReportRequest,
  accountId: Uuid | null,
): Promise<readonly Subject[]> {
  const begin = sql`${`${from}T00:00:00Z`}::timestamptz`;
  const end = sql`${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`;
  const isAsked = sql`
    (${processor ?? null}::text is null or processor = ${processor ?? null})
    and (${accountId}::uuid is null or account_id = ${accountId})`;
  const { rows } = await sql<Subject>`
    with touched as (
      select distinct processor, merchant_reference, kind, coalesce(about, reference) as name
        from settlement_lines
       where at >= ${begin} and at < ${end} and kind in ('charge', 'refund', 'dispute', 'payout')
         and ${isAsked}),
    settled as (
      select line.processor, line.livemode, line.currency, line.kind,
             coalesce(line.about, line.reference) as reference,
             (array_agg(line.subject_id))[1] as subject_id, sum(line.gross) as gross,
             to_char(max(line.at) at time zone 'UTC', 'YYYY-MM-DD') as day
        from touched
        join settlement_lines line
          on line.processor = touched.processor
         and line.merchant_reference = touched.merchant_reference
         and line.kind = touched.kind and coalesce(line.about, line.reference) = touched.name
       group by 1, 2, 3, 4, 5),
    known as (${KNOWN})
    select settled.day, settled.processor, settled.livemode, settled.currency, settled.kind,
           settled.reference, known.shown_id as id, known.account_id as "accountId", known.status,
           known.amount, settled.gross::bigint as settled
      from settled
      left join known on known.id = settled.subject_id and known.kind = settled.kind
     where known.id is null or settled.gross is distinct from (case
             when known.kind = 'charge' then known.amount
             when known.kind = 'dispute' and known.status = 'won' then 0
             when known.kind <> 'dispute' and known.status = 'failed' then 0
             else -known.amount end)
    union all
    select to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD'), processor, livemode, currency, kind,
           reference, shown_id, account_id, status, amount, null
      from known
     where updated_at >= ${begin} and updated_at < ${end} and ${isAsked}
       and kind <> 'dispute' and status = 'succeeded'
       and not exists (select from settlement_lines line where line.subject_id = known.id)
     limit ${SUBJECTS_MAX}`.execute(db);
  return rows;
}
