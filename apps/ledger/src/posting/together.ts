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
