/**
 * A terminal sends Ctrl-C to the whole process group, and the bootstrap forwards its signals: those
 * within this time are one request.
 */
const sameRequestMs = 700;

/** Calls `onStop` at the first stop request, and `onHurry` at each further one. */
export function onStopSignal(onStop: (why: string) => void, onHurry: () => void): void {
  let firstAtMs: number | undefined;
  const request = (why: string) => {
    if (firstAtMs === undefined) {
      firstAtMs = performance.now();
      onStop(why);
    } else if (performance.now() - firstAtMs > sameRequestMs) {
      onHurry();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request);
  // The bootstrap that started this process is gone, so there is no way to stop it later.
  process.once('disconnect', () => request('disconnect'));
}
