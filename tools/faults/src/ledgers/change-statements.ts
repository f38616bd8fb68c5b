import type { Pool, QueryResult } from 'pg';

/** Sees the text of each statement and sends it, or another one. */
export type Change = (
  text: string,
  send: (text: string) => Promise<QueryResult>,
) => Promise<QueryResult>;

type Query = (
  first: string | { readonly text: string },
  ...rest: unknown[]
) => Promise<QueryResult>;

/** The same pool, but what is sent by it passes through `change`. */
export function changeStatements(pool: Pool, change: Change): Pool {
  return around(pool, change, {
    connect: async () => around(await pool.connect(), change, {}),
  });
}

function around<Target extends { query: unknown }>(
  target: Target,
  change: Change,
  methods: Readonly<Record<string, unknown>>,
): Target {
  const ask = (target.query as Query).bind(target);
  const query: Query = (first, ...rest) =>
    typeof first === 'string'
      ? change(first, (text) => ask(text, ...rest))
      : change(first.text, (text) => ask({ ...first, text }, ...rest));
  const changed: Readonly<Record<string, unknown>> = { ...methods, query };
  return new Proxy(target, {
    get(_, name) {
      const own = changed[String(name)] ?? Reflect.get(target, name);
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });
}
