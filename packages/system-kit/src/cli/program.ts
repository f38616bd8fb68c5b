/**
 * Runs a tool: `main` returns the exit code; an error prints one line. The signal is aborted by
 * Ctrl-C, SIGTERM and SIGHUP, and after a failure.
 */
export async function runTool(
  name: string,
  main: (signal: AbortSignal) => Promise<number>,
): Promise<void> {
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stopped.abort(new Error('stopped')));
  process.exitCode = await main(stopped.signal).catch((error: unknown) => {
    const reason: unknown = stopped.signal.aborted ? stopped.signal.reason : error;
    process.stderr.write(`${name}  ${reason instanceof Error ? reason.message : reason}\n`);
    stopped.abort(reason);
    return 1;
  });
}

/**
 * Values of a repeatable option: `--only a,b` equals `--only a --only b`.
 * @throws Error for an unknown name
 */
export function namesOf<Name extends string>(
  option: string,
  given: readonly string[],
  known: readonly Name[],
): readonly Name[] {
  const names = given.flatMap((text) => text.split(',')).map((name) => name.trim());
  return names.map((name) => {
    const found = known.find((each) => each.toLowerCase() === name.toLowerCase());
    if (found === undefined) throw new Error(`${option} ${name}: there is ${known.join(', ')}`);
    return found;
  });
}
