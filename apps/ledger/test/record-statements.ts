import type { ClientBase, Pool, QueryConfig } from 'pg';

/**
 * Statements of connections that this pool opens from now on, in order: by name, or as text if they
 * have none.
 */
export function recordStatements(pool: Pool): string[] {
  const sent: string[] = [];
  pool.on('connect', (client: ClientBase) => {
    const query: (...args: unknown[]) => unknown = client.query.bind(client);
    const recorded = (statement: string | QueryConfig, ...rest: unknown[]) => {
      sent.push(typeof statement === 'string' ? statement : (statement.name ?? statement.text));
      return query(statement, ...rest);
    };
    Object.assign(client, { query: recorded });
  });
  return sent;
}
