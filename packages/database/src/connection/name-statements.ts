import { type ClientBase, Query, type QueryResult } from 'pg';

/** Statement names by statement text. */
const names = new Map<string, string>();

/**
 * Makes each connection parse and plan this statement only once. For frequent statements whose text
 * and best plan never change.
 */
export function nameStatement(text: string): void {
  if (!names.has(text)) names.set(text, `florin-${names.size}`);
}

/** Exactly these properties: queries with other pg options are passed on unchanged. */
interface Named {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** Makes a connection send registered statements by name, which Kysely does not support. */
export function sendByName(client: ClientBase): void {
  const query = client.query.bind(client) as (...given: readonly unknown[]) => unknown;
  client.query = ((...given: readonly unknown[]) => {
    const named = toNamed(given);
    return named ? send(query, named) : query(...given);
  }) as ClientBase['query'];
}

function toNamed([first, values = [], ...others]: readonly unknown[]): Named | undefined {
  if (others.length > 0 || !Array.isArray(values)) return undefined;
  if (typeof first !== 'string') return values.length === 0 && isNamed(first) ? first : undefined;
  const name = names.get(first);
  return name === undefined ? undefined : { name, text: first, values };
}

const NAMED = new Set(['name', 'text', 'values']);

function isNamed(statement: unknown): statement is Named {
  const keys = Object.keys(statement as object);
  return keys.length === NAMED.size && keys.every((key) => NAMED.has(key));
}

/** Like pg with a query object, but skips pg's copy of the object, which is slow in V8. */
function send(query: (named: Query) => unknown, { name, text, values }: Named) {
  return new Promise<QueryResult>((resolve, reject) => {
    const answer = (error: Error | undefined, result: unknown) =>
      error ? reject(error) : resolve(result as QueryResult);
    query(Object.assign(new Query(text, values, answer), { name }));
  }).catch((error: Error) => {
    // The stack of the socket is useless; replace it with the caller's.
    Error.captureStackTrace(error);
    throw error;
  });
}
