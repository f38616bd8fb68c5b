const SCRAPE_MS_MAX = 5_000;
const P99 = /^florin_event_loop_delay_seconds\{quantile="0\.99"\} (\S+)$/m;

/**
 * How late a process came to its timers, p99 in milliseconds, since it was asked before: by its own
 * metrics, which the question resets.
 */
export async function readLoopDelay(port: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, {
    signal: AbortSignal.timeout(SCRAPE_MS_MAX),
  });
  const seconds = P99.exec(await response.text())?.[1];
  if (seconds === undefined) throw new Error('the process tells nothing of its event loop');
  return Number(seconds) * 1_000;
}
