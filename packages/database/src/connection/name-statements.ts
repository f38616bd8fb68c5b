import { type ClientBase, Query, type QueryResult } from 'pg';

/** The name of each statement that is sent by one, by its text. */
const names = new Map<string, string>();

/**
 * Has a statement parsed and planned once by each connection that sends it, and not each time: for those
 * that are sent often and whose text, and best plan, is always the same.
 */
export function nameStatement(text: string): void {
  if (!names.has(text)) names.set(text, `florin-${names.size}`);
}

/** Exactly these: whatever else pg may be told of a statement is left to it. */
interface Named {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** Makes a connection send statements by their names, although Kysely knows of none. */
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

/** As pg does with a statement in an object, but that it would copy it first, into one that V8 is slow with. */
function send(query: (named: Query) => unknown, { name, text, values }: Named) {
  return new Promise<QueryResult>((resolve, reject) => {
    const answer = (error: Error | undefined, result: unknown) =>
      error ? reject(error) : resolve(result as QueryResult);
    query(Object.assign(new Query(text, values, answer), { name }));
  }).catch((error: Error) => {
    // Its stack is that of the socket: this one leads to whoever asked.
    Error.captureStackTrace(error);
    throw error;
  });
}
