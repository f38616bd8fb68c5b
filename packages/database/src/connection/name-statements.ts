import type { ClientBase } from 'pg';

/** The name of each statement that is sent by one, by its text. */
const names = new Map<string, string>();

/**
 * Has a statement parsed and planned once by each connection that sends it, and not each time: for those
 * that are sent often and whose text, and best plan, is always the same.
 */
export function nameStatement(text: string): void {
  if (!names.has(text)) names.set(text, `florin-${names.size}`);
}

/** Makes a connection send statements by their names, although Kysely knows of none. */
export function sendByName(client: ClientBase): void {
  const query = client.query.bind(client) as (...given: readonly unknown[]) => unknown;
  client.query = ((first: unknown, ...rest: readonly unknown[]) => {
    const name = typeof first === 'string' ? names.get(first) : undefined;
    if (name === undefined) return query(first, ...rest);
    const [values, ...others] = rest;
    return query({ name, text: first, values }, ...others);
  }) as ClientBase['query'];
}
