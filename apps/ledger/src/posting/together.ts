import type { Client, ClientBase } from 'pg';

/**
 * Sends all statements that `send` asks for in one write. Each write of its own is a call of the
 * system here, and wakes a process of Postgres for one statement.
 */
export function inOneWrite<Result>(client: ClientBase, send: () => Result): Result {
  const { stream } = (client as Client).connection;
  stream.cork();
  try {
    return send();
  } finally {
    stream.uncork();
  }
}

/**
 * Awaits statements that were sent without waiting for each other, so that they share a round
 * trip. Waits for all, so that the connection is at rest whatever fails, then throws the first
 * failure.
 */
export async function awaitAllSettled<const Statements extends readonly unknown[]>(
  statements: Statements,
): Promise<{ -readonly [Index in keyof Statements]: Awaited<Statements[Index]> }> {
  const settled = await Promise.allSettled(statements);
  const failed = settled.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  return Promise.all(statements);
}
