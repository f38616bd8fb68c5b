import { makeRunBatch } from '@florin/ledger/src/posting/transaction.ts';
import type { Pool, QueryResult } from 'pg';

/** Receives the text of each statement and sends it, or another one. */
export type Change = (
  text: string,
  send: (text: string) => Promise<QueryResult>,
  /** The connection returns to the pool only after this. */
  keepUntil: (work: Promise<unknown>) => void,
) => Promise<QueryResult>;

type Query = (
  first: string | { readonly text: string },
  ...rest: unknown[]
) => Promise<QueryResult>;

/** Runs batches whose statements pass through `change`. */
export function makeRunBatchWith(change: Change): typeof makeRunBatch {
  return (pool, ...parts) => makeRunBatch(changeStatements(pool, change), ...parts);
}

/** The same pool; its statements pass through `change`. */
export function changeStatements(pool: Pool, change: Change): Pool {
  return around(pool, change, {
    async connect() {
      const client = await pool.connect();
      const work: Promise<unknown>[] = [];
      const release = (isBroken?: boolean) =>
        void Promise.allSettled(work).then(() => client.release(isBroken));
      return around(client, change, { release }, work);
    },
  });
}

function around<Target extends { query: unknown }>(
  target: Target,
  change: Change,
  methods: Readonly<Record<string, unknown>>,
  work: Promise<unknown>[] = [],
): Target {
  const ask = (target.query as Query).bind(target);
  const keepUntil = (more: Promise<unknown>) => void work.push(more);
  const query: Query = (first, ...rest) =>
    typeof first === 'string'
      ? change(first, (text) => ask(text, ...rest), keepUntil)
      : change(first.text, (text) => ask({ ...first, text }, ...rest), keepUntil);
  const changed: Readonly<Record<string, unknown>> = { ...methods, query };
  return new Proxy(target, {
    get(_, name) {
      const own = changed[String(name)] ?? Reflect.get(target, name);
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });
}
