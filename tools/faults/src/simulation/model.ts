import type { Ask } from './ask.ts';

/** Money as plain numbers: the amounts of a story are small. */
export interface ModelAccount {
  isOpen: boolean;
  available: number;
  held: number;
  settled: number;
  fees: number;
  /** The time of the last change. */
  clock: number;
}

export interface ModelTransaction {
  readonly number: number;
  readonly account: number;
  readonly type: string;
  readonly amount: number;
  readonly isManual: boolean;
  readonly dueAt: number;
  status: string;
  captured: number | null;
  refunded: number;
  note: string | null;
}

/** The expected answer. */
export interface Expected {
  readonly status: number;
  readonly isReplay: boolean;
  /** Number of the transaction in the answer. */
  readonly about: number | null;
}

export interface Model {
  readonly accounts: readonly ModelAccount[];
  readonly transactions: readonly ModelTransaction[];
  ask(account: number, ask: Ask, key: Key | null, now: number): Expected;
}

interface Key {
  readonly name: string;
  readonly content: string;
}

type Place = 'available' | 'held' | 'settled' | 'fees';

type Creation = Extract<Ask, { readonly delayMs: number }>;
type Charge = Extract<Ask, { readonly do: 'charge' }>;
type Change = Exclude<Ask, Creation | Charge | { readonly do: 'close' }>;
type NewTransaction = Pick<ModelTransaction, 'type' | 'amount' | 'status'> &
  Partial<ModelTransaction>;

const WEEK_MS = 7 * 86_400_000;
const CURRENCY = 'USD';

/**
 * A minimal ledger: a few numbers for each account, a list of events, one change at a time. Written
 * from docs/decisions, not from the code, with which it shares nothing.
 */
export function makeModel(openAccounts: number): Model {
  const accounts = Array.from({ length: openAccounts }, newAccount);
  const transactions: ModelTransaction[] = [];
  const remembered = new Map<string, { content: string; answer: Expected }>();
  const charges = new Map<string, { amount: number; about: number | null }>();
  let now = 0;

  function own(account: number, number: number | null): ModelTransaction | undefined {
    const found = number === null ? undefined : transactions[number];
    return found?.account === account ? found : undefined;
  }

  /** Moves money; null is outside the ledger. */
  function shift(account: ModelAccount, from: Place | null, to: Place, amount: number): void {
    if (from) account[from] -= amount;
    account[to] += amount;
  }

  function add(account: ModelAccount, fields: NewTransaction): Expected {
    const number = transactions.length;
    const usual = { isManual: false, dueAt: Infinity, captured: null, refunded: 0, note: null };
    transactions.push({ number, account: accounts.indexOf(account), ...usual, ...fields });
    account.clock = now;
    return answer(201, number);
  }

  function create(account: ModelAccount, ask: Creation): Expected {
    const { amount, isManual } = ask;
    if (!account.isOpen) return answer(404);
    if (ask.currency !== CURRENCY) return answer(400);
    if (ask.do === 'credit') {
      shift(account, null, 'available', amount);
      return add(account, { type: 'credit', amount, status: 'succeeded' });
    }
    if (ask.do === 'refund') return refund(account, ask);
    if (amount > account.available) return answer(402);
    shift(account, 'available', 'held', amount);
    const dueAt = now + (isManual ? WEEK_MS : ask.delayMs);
    return add(account, { type: 'payment', amount, status: 'pending', isManual, dueAt });
  }

  function refund(account: ModelAccount, { amount, of }: Creation): Expected {
    const payment = own(accounts.indexOf(account), of);
    const left = payment?.type === 'payment' ? (payment.captured ?? 0) - payment.refunded : 0;
    if (of !== null && amount > left) return answer(400);
    if (amount > account.settled) return answer(402);
    shift(account, 'settled', 'available', amount);
    if (payment) payment.refunded += amount;
    return add(account, { type: 'refund', amount, status: 'succeeded' });
  }

  /** Ends a hold: takes a part of it, and the rest is available again. */
  function endHold(
    account: ModelAccount,
    payment: ModelTransaction,
    status: string,
    taken: number,
  ) {
    shift(account, 'held', 'settled', taken);
    shift(account, 'held', 'available', payment.amount - taken);
    payment.status = status;
    if (status === 'succeeded') payment.captured = taken;
    account.clock = now;
    return answer(200, payment.number);
  }

  function change(account: ModelAccount, target: ModelTransaction, ask: Change): Expected {
    if (ask.do === 'touch') return answer(409);
    if (ask.do === 'note') {
      if (target.note !== ask.text) account.clock = now;
      target.note = ask.text;
      return answer(200, target.number);
    }
    if (target.status !== 'pending') return answer(409);
    if (ask.do !== 'capture' && ask.do !== 'end') return endHold(account, target, 'canceled', 0);
    if (ask.do === 'capture') {
      const taken = ask.amount ?? target.amount;
      return taken > target.amount ? answer(400) : endHold(account, target, 'succeeded', taken);
    }
    if (target.dueAt > now) return answer(409);
    return ask.isManual
      ? endHold(account, target, 'failed', 0)
      : endHold(account, target, 'succeeded', target.amount);
  }

  function charge(account: ModelAccount, { key, amount, currency }: Charge): Expected {
    const name = `${accounts.indexOf(account)} ${key}`;
    const made = charges.get(name);
    if (made) return made.amount === amount ? answer(200, made.about) : answer(409);
    if (!account.isOpen) return answer(404);
    if (currency !== CURRENCY) return answer(400);
    if (amount > account.available) return answer(402);
    shift(account, 'available', 'fees', amount);
    const { about } = add(account, { type: 'payment', amount, status: 'succeeded' });
    charges.set(name, { amount, about });
    return answer(200, about);
  }

  function close(account: ModelAccount): Expected {
    for (const each of transactions)
      if (accounts[each.account] === account && each.status === 'pending')
        endHold(account, each, 'canceled', 0);
    account.isOpen = false;
    return answer(200);
  }

  function once(name: string, content: string, decide: () => Expected): Expected {
    const earlier = remembered.get(name);
    if (earlier)
      return earlier.content === content ? { ...earlier.answer, isReplay: true } : answer(422);
    const decided = decide();
    if ([200, 201, 402, 409].includes(decided.status))
      remembered.set(name, { content, answer: decided });
    return decided;
  }

  return {
    accounts,
    transactions,
    ask(number, ask, key, at) {
      const account = accounts[number];
      if (!account) return answer(404);
      // An account's time never goes backwards.
      now = Math.max(account.clock, at);
      if (ask.do === 'close') return close(account);
      if (ask.do === 'charge') return charge(account, ask);
      const keyed = (decide: () => Expected) =>
        key ? once(`${number} ${ask.do} ${key.name}`, key.content, decide) : decide();
      if ('delayMs' in ask) return keyed(() => create(account, ask));
      const target = own(number, ask.of);
      return target ? keyed(() => change(account, target, ask)) : answer(404);
    },
  };
}

function newAccount(): ModelAccount {
  return { isOpen: true, available: 0, held: 0, settled: 0, fees: 0, clock: -Infinity };
}

function answer(status: number, about: number | null = null): Expected {
  return { status, about, isReplay: false };
}
