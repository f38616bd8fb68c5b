import type { ClientBase } from 'pg';

/**
 * Makes a connection send every statement without a name: one that was prepared under a name is in a
 * session of Postgres that a pooler gives to somebody else with the next transaction.
 */
export function leaveOutNames(client: ClientBase): void {
  const query = client.query.bind(client) as (...given: readonly unknown[]) => unknown;
  client.query = ((first: unknown, ...rest: readonly unknown[]) =>
    query(isNamed(first) ? { ...first, name: undefined } : first, ...rest)) as ClientBase['query'];
}

function isNamed(query: unknown): query is { readonly name: string } {
  return typeof query === 'object' && query !== null && 'name' in query && !('submit' in query);
}
