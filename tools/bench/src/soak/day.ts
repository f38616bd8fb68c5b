import type { LastingClient } from '../florin/open-accounts.ts';
import type { Answer } from '../http/connection.ts';
import { toText } from '../http/requests.ts';
import { makeRandom, pick } from '../seeded.ts';
import { makeRing } from './ring.ts';

/** The latency group of a request; `other` is not counted. */
export type Sort = 'read' | 'write' | 'other';

/** One request of a day. */
export interface Asked {
  readonly sort: Sort;
  readonly text: string;
  /** Whether this status is an expected answer. */
  readonly isExpected: (status: number) => boolean;
  /** Remembers objects for later requests. */
  readonly hear: (answer: Answer) => void;
}

/** An account and its objects. */
export interface Holder extends LastingClient {
  readonly subscriptionId: string;
}

export interface Login {
  readonly email: string;
  readonly password: string;
}

export interface DayOptions {
  readonly holders: readonly Holder[];
  readonly logins: readonly Login[];
  readonly seed: number;
  readonly nowMs: () => number;
}

export interface Day {
  /** The next read or write. */
  nextRequest(): Asked;
  nextLogin(): Asked;
  /** Renews the token of each account in turn. */
  nextRefresh(): Asked;
}

/** Percentage of each kind of request; the rest happens in the background. */
const MIX = {
  balance: 25,
  list: 12,
  transaction: 15,
  'payment request': 6,
  subscription: 6,
  events: 6,
  credit: 7,
  payment: 6,
  hold: 2,
  capture: 2,
  refund: 1,
  'new payment request': 1,
  'payment of a request': 1,
} as const;
type Kind = keyof typeof MIX;

/** The share of requests of this mix; the rest is renewals and deliveries. */
export const REQUESTS_SHARE = Object.values(MIX).reduce<number>((sum, of) => sum + of, 0) / 100;

const REMEMBERED_MAX = 2_000;
const HELD_MAX = 200;
const AMOUNT_MAX = 1_000;
/** A payment settles within this time. */
const SETTLED_MS = 10_000;
const PAGE = 'limit=20';
/** Always valid at the built-in test processor. */
const CARD = { card_number: '4242424242424242', expiry: '12/40', cvc: '123' };

interface Remembered {
  readonly holder: { readonly accountId: string; token: string };
  readonly id: string;
}

const isSuccess = (status: number) => status >= 200 && status < 300;
/** The account lacks money: a normal answer. */
const isSuccessOrPoor = (status: number) => isSuccess(status) || status === 402;
const isSeeOther = (status: number) => status === 303;

/**
 * A day's requests of customers and accounts. Reads, captures, refunds and payments use objects
 * written earlier.
 */
export function makeDay({ holders: given, logins, seed, nowMs }: DayOptions): Day {
  const random = makeRandom(seed);
  const holders = given.map((holder) => ({ ...holder }));
  const transactions = makeRing<Remembered>(REMEMBERED_MAX);
  const paid = makeRing<Remembered & { readonly amount: number; readonly atMs: number }>(
    REMEMBERED_MAX,
  );
  const held = makeRing<Remembered>(HELD_MAX);
  const requested = makeRing<Remembered>(REMEMBERED_MAX);
  const pages = makeRing<string>(HELD_MAX);
  const kinds = Object.keys(MIX) as Kind[];
  let asked = 0;

  const pickHolder = () => pick(random, holders);

  function read(path: string, { token }: { readonly token: string }): Asked {
    const text = toText('GET', path, { Authorization: `Bearer ${token}` });
    return { sort: 'read', text, isExpected: isSuccess, hear: () => undefined };
  }

  function write(
    path: string,
    { token }: { readonly token: string },
    body: object,
    hear: (id: string, answer: Answer) => void,
  ): Asked {
    asked += 1;
    const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': `soak-${asked}` };
    return {
      sort: 'write',
      text: toText('POST', path, headers, body),
      isExpected: isSuccessOrPoor,
      hear(answer) {
        const id = /"id":"([a-z]+_\w+)"/.exec(answer.body)?.[1];
        if (isSuccess(answer.status) && id !== undefined) hear(id, answer);
      },
    };
  }

  function post(type: 'credit' | 'payment', capture?: 'manual'): Asked {
    const holder = pickHolder();
    const amount = 1 + Math.floor(random() * AMOUNT_MAX);
    const body = { account_id: holder.accountId, amount, currency: 'USD', type, capture };
    return write('/v1/transactions', holder, body, (id) => {
      transactions.add({ holder, id });
      if (capture === 'manual') held.add({ holder, id });
      else if (type === 'payment') paid.add({ holder, id, amount, atMs: nowMs() });
    });
  }

  function capture(): Asked | undefined {
    const one = held.take();
    return (
      one &&
      write(`/v1/transactions/${one.id}/capture`, one.holder, {}, () => transactions.add(one))
    );
  }

  function refund(): Asked | undefined {
    const one = paid.take(({ atMs }) => nowMs() - atMs > SETTLED_MS);
    if (one === undefined) return undefined;
    const { holder, amount, id: refund_of_id } = one;
    const type = 'refund';
    const body = { account_id: holder.accountId, amount, currency: 'USD', type, refund_of_id };
    return write('/v1/transactions', holder, body, (id) => transactions.add({ holder, id }));
  }

  function requestPayment(): Asked {
    const holder = pickHolder();
    const amount = 1 + Math.floor(random() * AMOUNT_MAX);
    const customer_email = 'grace@example.com';
    const body = { account_id: holder.accountId, amount, currency: 'USD', customer_email };
    return write('/v1/payments', holder, body, (id, answer) => {
      requested.add({ holder, id });
      const page = /"payment_url":"[^"]*(\/pay\/[\w-]+)"/.exec(answer.body)?.[1];
      if (page !== undefined) pages.add(page);
    });
  }

  function pay(): Asked | undefined {
    const page = pages.take();
    if (page === undefined) return undefined;
    const text = toText('POST', page, {}, new URLSearchParams(CARD));
    return { sort: 'write', text, isExpected: isSeeOther, hear: () => undefined };
  }

  const readOne = (path: string, one: Remembered | undefined) =>
    one && read(`${path}/${one.id}`, one.holder);

  /** Undefined while there is no suitable object. */
  function make(kind: Kind): Asked | undefined {
    switch (kind) {
      case 'balance': {
        const holder = pickHolder();
        return read(`/v1/accounts/${holder.accountId}/balance`, holder);
      }
      case 'list':
        return read(`/v1/transactions?${PAGE}`, pickHolder());
      case 'transaction':
        return readOne('/v1/transactions', transactions.at(random()));
      case 'payment request':
        return readOne('/v1/payments', requested.at(random()));
      case 'subscription': {
        const holder = pickHolder();
        return read(`/v1/subscriptions/${holder.subscriptionId}`, holder);
      }
      case 'events':
        return read(`/v1/events?${PAGE}`, pickHolder());
      case 'credit':
        return post('credit');
      case 'payment':
        return post('payment');
      case 'hold':
        return held.isFull() ? capture() : post('payment', 'manual');
      case 'capture':
        return capture();
      case 'refund':
        return refund();
      case 'new payment request':
        return requestPayment();
      case 'payment of a request':
        return pay();
      default:
        return kind satisfies never;
    }
  }

  let logged = 0;
  let refreshed = 0;
  return {
    nextRequest() {
      let left = random() * REQUESTS_SHARE * 100;
      const kind = kinds.find((each) => {
        left -= MIX[each];
        return left < 0;
      });
      // A write replaces a write and a read a read, so that the shares stay.
      const isRead = kind === 'transaction' || kind === 'payment request';
      return (kind && make(kind)) ?? make(isRead ? 'balance' : 'credit') ?? post('credit');
    },
    nextLogin() {
      const login = logins[logged % logins.length];
      logged += 1;
      return other('/v1/auth/login', {}, { ...login }, () => undefined);
    },
    nextRefresh() {
      const index = refreshed % holders.length;
      refreshed += 1;
      const holder = holders[index];
      if (holder === undefined) throw new Error('there is no account');
      const headers = { Authorization: `Bearer ${holder.refreshToken}` };
      const body = { refresh_token: holder.refreshToken };
      return other('/v1/auth/refresh', headers, body, ({ body: text }) => {
        holder.token = /"access_token":"([^"]+)"/.exec(text)?.[1] ?? holder.token;
        holder.refreshToken = /"refresh_token":"([^"]+)"/.exec(text)?.[1] ?? holder.refreshToken;
      });
    },
  };
}

function other(
  path: string,
  headers: Readonly<Record<string, string>>,
  body: object,
  hear: Asked['hear'],
): Asked {
  return { sort: 'other', text: toText('POST', path, headers, body), isExpected: isSuccess, hear };
}
