import type { Metrics } from '@florin/service-runtime';
import { Histogram } from 'prom-client';

/** Runs a look-up at identity and tells how it went. */
export type MeasureLookup = <Answer>(
  kind: 'session' | 'api_key',
  look: () => Promise<Answer>,
) => Promise<Answer>;

const SECONDS = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];

export function addLookupMetrics({ registry }: Metrics): MeasureLookup {
  const duration = new Histogram({
    name: 'florin_gateway_token_lookup_seconds',
    help: 'Time that identity takes to say whether a session or an API key is alive.',
    labelNames: ['kind', 'outcome'],
    buckets: SECONDS,
    registers: [registry],
  });
  return async (kind, look) => {
    const startedAt = performance.now();
    let outcome = 'failed';
    try {
      const answer = await look();
      outcome = 'answered';
      return answer;
    } finally {
      duration.labels(kind, outcome).observe((performance.now() - startedAt) / 1e3);
    }
  };
}
