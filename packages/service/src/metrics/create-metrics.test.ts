import { Gauge } from 'prom-client';
import { expect, it } from 'vitest';
import { createMetrics, type Metrics } from './create-metrics.ts';

function addGauge({ registry, addReading }: Metrics, read: (gauge: Gauge) => Promise<void>): void {
  const gauge = new Gauge({ name: 'florin_asked', help: 'For a test.', registers: [registry] });
  addReading({ gauges: [gauge], read: () => read(gauge) });
}

const shownIn = ({ text }: { text: string }) => /^florin_asked (.+)$/m.exec(text)?.[1];

it('queries at each scrape, and shows no value rather than an old one', async () => {
  const metrics = createMetrics();
  const answers = [Promise.resolve(1), Promise.resolve(2), Promise.resolve(3)];
  answers.splice(1, 1, Promise.reject(new Error('the database is away')));
  addGauge(metrics, async (gauge) => gauge.set((await answers.shift()) ?? 0));
  expect(shownIn(await metrics.show())).toBe('1');
  expect(shownIn(await metrics.show())).toBeUndefined();
  expect(shownIn(await metrics.show())).toBe('3');
});

it('runs one query at a time, also for concurrent scrapes', async () => {
  const metrics = createMetrics();
  let running = 0;
  const seen: number[] = [];
  const read = async () => {
    running += 1;
    seen.push(running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
  };
  for (let count = 0; count < 3; count += 1) metrics.addReading({ gauges: [], read });
  await Promise.all([1, 2, 3, 4].map(() => metrics.show()));
  expect(seen).toEqual([1, 1, 1]);
});

it('shows the other metrics when a query hangs, and does not start another one', async () => {
  const metrics = createMetrics();
  const answer = Promise.withResolvers<number>();
  let asked = 0;
  addGauge(metrics, async (gauge) => {
    asked += 1;
    gauge.set(await answer.promise);
  });
  const scrapes = [await metrics.show(), await metrics.show()];
  expect(asked).toBe(1);
  for (const scrape of scrapes) {
    expect(shownIn(scrape)).toBeUndefined();
    expect(scrape.text).toMatch(/^florin_process_cpu_seconds_total \d/m);
  }
  answer.resolve(7);
  expect(shownIn(await metrics.show())).toBe('7');
});

it('measures the load of the process', async () => {
  const metrics = createMetrics();
  // The first scrape starts the measurement of delays.
  expect((await metrics.show()).text).not.toMatch(/^florin_event_loop_delay_seconds\{/m);
  const { text } = await metrics.show();
  expect(text).toMatch(/^florin_process_memory_bytes\{kind="resident"\} [1-9]\d{6}/m);
  expect(text).toMatch(/^florin_event_loop_delay_seconds\{quantile="0.99"\} \d/m);
});
