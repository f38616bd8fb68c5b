const SCRAPE_MS_MAX = 5_000;
const P99 = /^florin_event_loop_delay_seconds\{quantile="0\.99"\} (\S+)$/m;

export interface MetricsPlace {
  readonly port: number;
  readonly token: string;
}

/** From here on a process measures how late it comes to its timers. */
export async function beginLoopDelay(place: MetricsPlace): Promise<void> {
  await scrape(place);
}

/**
 * How late a process came to its timers, p99 in milliseconds, since it was asked before: by its own
 * metrics, which the question resets.
 */
export async function readLoopDelay(place: MetricsPlace): Promise<number> {
  return (await readMetric(place, P99)) * 1_000;
}

async function readMetric(place: MetricsPlace, pattern: RegExp): Promise<number> {
  const value = pattern.exec(await scrape(place))?.[1];
  if (value === undefined) throw new Error(`the process has no metric ${pattern.source}`);
  return Number(value);
}

/** All that a process tells about itself. */
export async function scrape({ port, token }: MetricsPlace): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { Authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(SCRAPE_MS_MAX),
  });
  return response.text();
}
