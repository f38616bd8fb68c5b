import type { Row } from './row.ts';

const COST = { part: 'cost', unit: 'us', better: 'less' } as const;
const IDLE = { part: 'idle', better: 'less' } as const;
const OBJECT = { number: undefined, part: 'objects', unit: 'bytes', better: 'less' } as const;
const MEMORY = { number: undefined, part: 'renewals', unit: 'MB', better: 'less' } as const;
const RENEWAL = { number: undefined, part: 'renewals', unit: 'us', better: 'less' } as const;
const CONTROL = { number: undefined, part: 'submit', unit: 'A', better: 'more' } as const;

/** References for Florin's figures, and their components. */
export const comparedRows = [
  { ...COST, id: 'cost-console', number: undefined, what: 'processor time in the console' },
  { ...COST, id: 'cost-postgres-ledger', number: undefined, what: 'Postgres for the ledger' },
  { ...COST, id: 'cost-postgres-webhooks', number: undefined, what: 'Postgres for webhooks' },
  { ...COST, id: 'cost-postgres-console', number: undefined, what: 'Postgres for the console' },
  { ...COST, id: 'cost-postgres-others', number: undefined, what: 'Postgres for the others' },
  { ...COST, id: 'cost-postgres-own', number: undefined, what: 'Postgres for itself' },
  { ...IDLE, id: 'idle-memory-all', number: undefined, what: 'the same of all six', unit: 'MB' },
  {
    ...OBJECT,
    id: 'object-account',
    what: 'disk of an account with an owner, a session and a transaction',
  },
  { ...OBJECT, id: 'object-subscription', what: 'disk of a subscription' },
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
    ...RENEWAL,
    id: 'renewal-cost',
    what: 'processor time of a renewal until its last event is stored',
  },
  { ...RENEWAL, id: 'renewal-billing', what: 'renewal: billing' },
  { ...RENEWAL, id: 'renewal-ledger', what: 'renewal: the ledger' },
  { ...RENEWAL, id: 'renewal-webhooks', what: 'renewal: webhooks' },
  { ...RENEWAL, id: 'renewal-postgres-billing', what: 'renewal: Postgres for billing' },
  { ...RENEWAL, id: 'renewal-postgres-ledger', what: 'renewal: Postgres for the ledger' },
  { ...RENEWAL, id: 'renewal-postgres-webhooks', what: 'renewal: Postgres for webhooks' },
  { ...RENEWAL, id: 'renewal-others', what: 'renewal: all others' },
  {
    ...MEMORY,
    id: 'renewals-memory',
    what: 'peak memory of billing with 10 000 due renewals',
  },
  { ...MEMORY, id: 'renewals-memory-few', what: 'the same with 100, measured before' },
] as const satisfies readonly Row[];
