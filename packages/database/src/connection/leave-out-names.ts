import type { ClientBase } from 'pg';

/**
 * Makes a connection send statements unnamed: behind a transaction pooler, a prepared statement
 * stays in a Postgres session that the next transaction of another client gets.
 */
export function leaveOutNames(client: ClientBase): void {
  const query = client.query.bind(client) as (...given: readonly unknown[]) => unknown;
  client.query = ((first: unknown, ...rest: readonly unknown[]) =>
    query(isNamed(first) ? { ...first, name: undefined } : first, ...rest)) as ClientBase['query'];
}

function isNamed(query: unknown): query is { readonly name: string } {
  return typeof query === 'object' && query !== null && 'name' in query && !('submit' in query);
}
