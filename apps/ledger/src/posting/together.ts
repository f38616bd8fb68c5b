import type { Client, ClientBase } from 'pg';

/**
 * Sends all statements of `send` in one write. Separate writes would cost a system call each, and
 * wake a Postgres process for each statement.
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
 * Awaits pipelined statements, which share a round trip. Waits for all, so that the connection is
 * idle whatever fails, then throws the first failure.
 */
export async function awaitAllSettled<const Statements extends readonly unknown[]>(
  statements: Statements,
): Promise<{ -readonly [Index in keyof Statements]: Awaited<Statements[Index]> }> {
  const settled = await Promise.allSettled(statements);
  const failed = settled.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
  return Promise.all(statements);
}
