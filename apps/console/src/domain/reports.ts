import { type DomainEvent, parsePublicId, type Uuid } from '@florin/contracts';

/** Money moved in an account on one day (UTC), in one currency. */
export interface MoneyDay {
  readonly accountId: Uuid;
  /** `2026-01-31`. */
  readonly day: string;
  readonly currency: string;
  /** Minor units. */
  readonly moneyIn: bigint;
  readonly moneyOut: bigint;
  readonly transactionsIn: bigint;
  readonly transactionsOut: bigint;
  readonly failedPayments: bigint;
}

/** Monthly recurring revenue of a subscription, as billing states it. */
export interface Recurring {
  readonly subscriptionId: Uuid;
  readonly accountId: Uuid;
  readonly sequence: number;
  readonly day: string;
  readonly currency: string;
  /** Minor units, without tax. */
  readonly amount: bigint;
}

type Fields = Readonly<Record<string, unknown>>;

/** Sums of money moved by these events: one per account, day and currency, in order. */
export function movedIn(events: readonly DomainEvent[]): readonly MoneyDay[] {
  const days = new Map<string, MoneyDay>();
  for (const event of events) {
    const moved = toMoved(event);
    if (!moved) continue;
    const key = `${moved.accountId}/${moved.day}/${moved.currency}`;
    const before = days.get(key);
    days.set(key, before ? addDays(before, moved) : moved);
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, day]) => day);
}

function toMoved({ type, account_id, created_at, data }: DomainEvent): MoneyDay | undefined {
  const { object: kind, currency, amount } = data.object;
  if (account_id === null || typeof currency !== 'string' || !isAmount(amount)) return undefined;
  const none = { moneyIn: 0n, moneyOut: 0n, transactionsIn: 0n, transactionsOut: 0n };
  const day = { accountId: account_id, day: created_at.slice(0, 10), currency };
  if (type === 'payment.failed') return { ...day, ...none, failedPayments: 1n };
  const isDone =
    kind === 'transaction' &&
    (type === 'transaction.created' || type === 'transaction.succeeded') &&
    data.object.status === 'succeeded';
  if (!isDone) return undefined;
  const moved = movedBy(data.object, amount);
  return moved && { ...day, ...none, ...moved, failedPayments: 0n };
}

/** A refund moves money within its account: neither in nor out. */
function movedBy({ type, captured_amount }: Fields, amount: number): Partial<MoneyDay> | undefined {
  if (type === 'credit') return { moneyIn: BigInt(amount), transactionsIn: 1n };
  if (type !== 'payment') return undefined;
  const captured = isAmount(captured_amount) ? captured_amount : amount;
  return { moneyOut: BigInt(captured), transactionsOut: 1n };
}

function addDays(a: MoneyDay, b: MoneyDay): MoneyDay {
  return {
    ...a,
    moneyIn: a.moneyIn + b.moneyIn,
    moneyOut: a.moneyOut + b.moneyOut,
    transactionsIn: a.transactionsIn + b.transactionsIn,
    transactionsOut: a.transactionsOut + b.transactionsOut,
    failedPayments: a.failedPayments + b.failedPayments,
  };
}

/** Recurring revenue of the subscriptions in these events, in order. */
export function recurringIn(events: readonly DomainEvent[]): readonly Recurring[] {
  return events.flatMap((event) => toRecurring(event) ?? []);
}

function toRecurring(event: DomainEvent): Recurring | undefined {
  const { object } = event.data;
  if (object.object !== 'subscription') return undefined;
  const { currency, mrr, account_id: seller } = object;
  const accountId = parsePublicId('account', String(seller));
  if (accountId === undefined || typeof currency !== 'string' || !isAmount(mrr)) return undefined;
  return {
    subscriptionId: event.aggregate_id,
    accountId,
    sequence: event.aggregate_sequence,
    day: event.created_at.slice(0, 10),
    currency,
    amount: BigInt(mrr),
  };
}

/** Stored state of a subscription. */
export type Known = Pick<Recurring, 'subscriptionId' | 'accountId' | 'currency' | 'amount'> & {
  readonly sequence: bigint;
};

/** Change of recurring revenue on a day. */
export interface RecurringChange extends Pick<Recurring, 'accountId' | 'day' | 'currency'> {
  readonly amount: bigint;
  readonly count: bigint;
}

/** State after these events, and the change on each day; older events change nothing. */
export function changeRecurring(
  known: ReadonlyMap<Uuid, Known>,
  found: readonly Recurring[],
): { readonly newest: readonly Known[]; readonly changes: readonly RecurringChange[] } {
  const newest = new Map<Uuid, Known>();
  const changes = new Map<string, RecurringChange>();
  const add = (change: RecurringChange) => {
    const key = `${change.accountId}/${change.day}/${change.currency}`;
    const { amount = 0n, count = 0n } = changes.get(key) ?? {};
    changes.set(key, { ...change, amount: amount + change.amount, count: count + change.count });
  };
  for (const { day, sequence, ...one } of found) {
    const before = newest.get(one.subscriptionId) ?? known.get(one.subscriptionId);
    if (before && before.sequence >= BigInt(sequence)) continue;
    newest.set(one.subscriptionId, { ...one, sequence: BigInt(sequence) });
    if (before?.amount === one.amount && before.currency === one.currency) continue;
    if (before && before.amount > 0n) {
      const { accountId, currency, amount } = before;
      add({ accountId, day, currency, amount: -amount, count: -1n });
    }
    if (one.amount > 0n) add({ ...one, day, count: 1n });
  }
  const inOrder = [...changes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, change]) => change);
  return { newest: [...newest.values()], changes: inOrder };
}

function isAmount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
