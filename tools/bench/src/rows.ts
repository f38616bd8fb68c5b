export const partNames = [
  'submit',
  'load',
  'edge',
  'passwords',
  'renewals',
  'replicas',
  'isolation',
  'history',
] as const;
export type PartName = (typeof partNames)[number];

/** `A` is a multiple of the anchor, `times` one of something else that was measured beside it. */
export type Unit = 'A' | 'times' | 'ms' | 's' | 'MB';

export interface Row {
  readonly id: string;
  /** As numbered in the table of what Florin must reach; undefined for what it is compared with. */
  readonly number: number | undefined;
  readonly part: PartName;
  readonly what: string;
  readonly unit: Unit;
  readonly better: 'more' | 'less';
  /** Undefined for what it is compared with, as is `aim`. */
  readonly must?: number;
  readonly aim?: number;
}

const CONTROL = { number: undefined, part: 'submit', unit: 'A', better: 'more' } as const;

/** Everything that is measured, in the order of the page. */
export const rows = [
  {
    id: 'load-64',
    number: 1,
    part: 'load',
    what: '`POST /v1/transactions` through the gateway, 64 connections, 1000 accounts',
    unit: 'A',
    better: 'more',
    must: 1.2,
    aim: 2.2,
  },
  {
    id: 'load-256',
    number: 2,
    part: 'load',
    what: 'the same, 256 connections',
    unit: 'A',
    better: 'more',
    must: 1.8,
    aim: 3,
  },
  {
    id: 'load-hot',
    number: 3,
    part: 'load',
    what: 'the same on one account, 64 connections',
    unit: 'A',
    better: 'more',
    must: 1.2,
    aim: 2.5,
  },
  {
    id: 'load-hot-to-uniform',
    number: 3,
    part: 'load',
    what: 'one account against 1000, 64 connections',
    unit: 'times',
    better: 'more',
    must: 0.9,
  },
  {
    id: 'load-backlog',
    number: 1,
    part: 'load',
    what: 'until no event waits any more, after the longest of these loads',
    unit: 's',
    better: 'less',
    must: 10,
  },
  {
    id: 'submit-uniform',
    number: 4,
    part: 'submit',
    what: '`submit` in process, 128 callers, 1000 accounts',
    unit: 'A',
    better: 'more',
    must: 3.5,
    aim: 6,
  },
  {
    id: 'submit-hot',
    number: 4,
    part: 'submit',
    what: '`submit` in process, 128 callers, one account',
    unit: 'A',
    better: 'more',
    must: 4.5,
    aim: 8,
  },
  {
    id: 'load-tail',
    number: 5,
    part: 'load',
    what: 'p99 against p50 of row 1',
    unit: 'times',
    better: 'less',
    must: 4,
    aim: 2.5,
  },
  {
    id: 'edge-added',
    number: 6,
    part: 'edge',
    what: 'p50 that the gateway adds, against what nginx adds',
    unit: 'times',
    better: 'less',
    must: 2.5,
    aim: 1.8,
  },
  {
    id: 'edge-checks',
    number: 7,
    part: 'edge',
    what: 'requests a second with all checks of the gateway, against none',
    unit: 'times',
    better: 'more',
    must: 0.93,
    aim: 0.97,
  },
  {
    id: 'history-submit',
    number: 8,
    part: 'history',
    what: '`submit` with 10⁷ transactions kept, against 10⁵',
    unit: 'times',
    better: 'more',
    must: 0.7,
    aim: 0.85,
  },
  {
    id: 'history-page',
    number: 9,
    part: 'history',
    what: 'page at 90 % of 10⁷ transactions, against the first',
    unit: 'times',
    better: 'less',
    must: 1.5,
    aim: 1.2,
  },
  {
    id: 'loop-hashing',
    number: 10,
    part: 'passwords',
    what: "p99 delay of identity's event loop while 6 passwords are hashed",
    unit: 'ms',
    better: 'less',
    must: 10,
    aim: 3,
  },
  {
    id: 'renewals',
    number: 11,
    part: 'renewals',
    what: 'renewals: 10 000 due subscriptions charged, of 1000 accounts',
    unit: 'A',
    better: 'more',
    must: 0.5,
    aim: 1.5,
  },
  {
    id: 'load-events',
    number: 12,
    part: 'load',
    what: 'events under the load of row 1: commit to consumer, p99',
    unit: 'ms',
    better: 'less',
    must: 500,
    aim: 150,
  },
  {
    id: 'replicas-uniform',
    number: 13,
    part: 'replicas',
    what: '3 ledgers against 1 on the same cores, 1000 accounts',
    unit: 'times',
    better: 'more',
    must: 0.9,
    aim: 1,
  },
  {
    id: 'replicas-hot',
    number: 13,
    part: 'replicas',
    what: '3 ledgers against 1 on the same cores, one account',
    unit: 'times',
    better: 'more',
    must: 0.8,
    aim: 1,
  },
  {
    id: 'isolation-login',
    number: 14,
    part: 'isolation',
    what: 'p99 of `POST /v1/auth/login` while the ledger is saturated, against idle',
    unit: 'times',
    better: 'less',
    must: 2,
    aim: 1.5,
  },
  {
    id: 'isolation-account',
    number: 14,
    part: 'isolation',
    what: 'p99 of `GET /v1/account` while the ledger is saturated, against idle',
    unit: 'times',
    better: 'less',
    must: 2,
    aim: 1.5,
  },
  { ...CONTROL, id: 'plain-uniform', what: 'a transaction per command, 1000 accounts' },
  { ...CONTROL, id: 'plain-hot', what: 'a transaction per command, one account' },
  {
    id: 'loop-idle',
    number: undefined,
    part: 'passwords',
    what: 'the same delay of an idle identity',
    unit: 'ms',
    better: 'less',
  },
  {
    id: 'renewals-memory',
    number: undefined,
    part: 'renewals',
    what: 'memory of billing at most, with 10 000 due renewals',
    unit: 'MB',
    better: 'less',
  },
  {
    id: 'renewals-memory-few',
    number: undefined,
    part: 'renewals',
    what: 'the same with 100, before it had more',
    unit: 'MB',
    better: 'less',
  },
] as const satisfies readonly Row[];

export type RowId = (typeof rows)[number]['id'];
