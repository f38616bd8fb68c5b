import { withTimeout } from '@florin/runtime/timeout';
import { type Gauge, Registry } from 'prom-client';
import { addProcessMetrics } from './process-metrics.ts';

/** Gauges whose values are queried at each scrape. */
export interface Reading {
  readonly gauges: readonly Gauge[];
  /** Queries and sets their values. */
  read(): Promise<void>;
}

/** The metrics of a process. */
export interface Metrics {
  readonly registry: Registry;
  /**
   * Adds gauges that are queried at each scrape. Queries run one after another; a failed one leaves
   * its gauges without values.
   */
  addReading(reading: Reading): void;
  /** All metrics in the text format of Prometheus. */
  show(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** How long a scrape waits for queries. They continue, and the next scrape waits for them. */
const READ_MS_MAX = 1_000;

export function createMetrics(): Metrics {
  const registry = new Registry();
  const readings: Reading[] = [];
  let reading: Promise<void> | undefined;
  addProcessMetrics(registry);

  async function readAll(): Promise<void> {
    for (const { gauges } of readings) for (const gauge of gauges) clear(gauge);
    for (const one of readings) await one.read().catch(() => {});
    reading = undefined;
  }

  return {
    registry,
    addReading(one) {
      readings.push(one);
    },
    async show() {
      reading ??= readAll();
      await withTimeout(READ_MS_MAX, reading);
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

/** Removes the value: `reset` alone would show 0 for a gauge without labels. */
function clear(gauge: Gauge): void {
  gauge.reset();
  gauge.remove({});
}
