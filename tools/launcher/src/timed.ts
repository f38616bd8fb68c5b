/** Runs one step of the start and prints its duration. */
export async function timed<Result>(
  say: (message: string) => void,
  done: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const startedAtMs = performance.now();
  const result = await work();
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1);
  say(`${done} after ${seconds} s`);
  return result;
}
