/** What a person is told of an error: its message and those of what caused it, without stacks. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.message || error.name;
  return error.cause === undefined ? own : `${own}: ${explain(error.cause)}`;
}
