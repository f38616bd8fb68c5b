import { type CloseResource, isLive, toPublicId, type Uuid } from '@florin/contracts';
import { type CalendarMonth, toJsonAmount } from '@florin/money';
import { carryOverAll } from '../../documents/exports/carry-over.ts';
import { readRevenue } from '../../documents/exports/revenue.ts';
import type { SourceDeps } from '../../documents/exports/rows.ts';
import { type Check, isBalanced, toCheck } from '../../domain/close.ts';
import { isClosed } from '../../domain/period.ts';
import { findPeriodChanges } from '../../records/periods-queries.ts';
import { checkLedger } from './ledger.ts';
import {
  type Closing,
  checkCreditNotes,
  checkCustomerCredit,
  checkInvoices,
  checkReceivables,
  checkTax,
} from './queries.ts';

export interface CloseRequest {
  readonly sellerId: Uuid;
  readonly timezone: string;
  readonly month: CalendarMonth;
  readonly requestId: string;
}

/** Entries read at once. */
const PAGE = 500;

/** Compares the sums of a month that must agree. */
export async function readClose(deps: SourceDeps, request: CloseRequest): Promise<CloseResource> {
  const { db } = deps;
  const { sellerId, month } = request;
  await carryOverAll(db, { accountId: sellerId, keepOn: async () => {} });
  const closing: Closing = { sellerId, startAt: month.startAt, endAt: month.endAt };
  const { check: deferred, currency } = await checkDeferred(deps, request);
  const checks = [
    await checkInvoices(db, closing),
    await checkCreditNotes(db, closing),
    await checkReceivables(db, closing),
    await checkCustomerCredit(db, closing),
    await checkTax(db, closing),
    deferred,
    await checkLedger(deps, closing, request.requestId),
  ];
  const [newest] = await findPeriodChanges(db, sellerId, 1);
  return {
    object: 'close',
    livemode: isLive(sellerId),
    account_id: toPublicId('account', sellerId),
    month: month.name,
    status: isClosed(month, newest?.closedUntil) ? 'closed' : 'open',
    currency,
    balanced: checks.every(isBalanced),
    checks: checks.map(toCheckResource),
  };
}

/**
 * Checks: last month's deferred revenue, plus sales, less recognized revenue, equals this month's.
 */
async function checkDeferred({ db }: SourceDeps, request: CloseRequest) {
  const { sellerId: accountId, timezone, requestId, month } = request;
  const { rows } = await readRevenue(
    db,
    {
      ...{ accountId, timezone, requestId, place: null, keepOn: async () => {} },
      ...{ from: month.startAt - 1, until: month.endAt },
    },
    PAGE,
  );
  const amountOf = (row: (typeof rows)[number] | undefined, name: string) =>
    BigInt(row?.[name] ?? 0);
  const [before, now] = rows;
  const left =
    amountOf(before, 'deferred') + amountOf(now, 'invoiced') - amountOf(now, 'recognized');
  const check = toCheck('deferred_revenue', { left, right: amountOf(now, 'deferred') }, []);
  return { check, currency: typeof now?.currency === 'string' ? now.currency : null };
}

function toCheckResource(check: Check): CloseResource['checks'][number] {
  const { name, left, right, differences, hasMore } = check;
  return {
    name,
    ...{ left: toJsonAmount(left), right: toJsonAmount(right) },
    difference: toJsonAmount(left - right),
    balanced: isBalanced(check),
    differences: differences.map((each) => ({
      ...{ object_id: each.id, description: each.description },
      ...{ left: toJsonAmount(each.left), right: toJsonAmount(each.right) },
    })),
    has_more: hasMore,
  };
}
