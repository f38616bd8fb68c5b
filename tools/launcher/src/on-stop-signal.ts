/**
 * A terminal sends its Ctrl-C to every process of the group, and the bootstrap passes on what it
 * gets: what comes within this time is the same request.
 */
const sameRequestMs = 700;

/** Calls `onStop` at the first request to stop, and `onHurry` at each further one. */
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
  // The bootstrap that started this is gone, so nobody could stop it any more.
  process.once('disconnect', () => request('disconnect'));
}
