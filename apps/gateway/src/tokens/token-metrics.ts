import type { Metrics } from '@florin/service';
import { Gauge, Histogram } from 'prom-client';
import type { Lease } from './lease.ts';
import type { Revocations } from './revocations.ts';

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

/** By what the gateway answers from memory. */
export function addLeaseMetrics(
  { registry }: Metrics,
  lease: Pick<Lease, 'ageMs'>,
  revocations: Pick<Revocations, 'size'>,
): void {
  const registers = [registry];
  new Gauge({
    name: 'florin_gateway_lease_age_seconds',
    help: 'Time since the lease was renewed by which tokens are checked from memory.',
    registers,
    collect() {
      const ageMs = lease.ageMs();
      if (ageMs === undefined) this.remove({});
      else this.set(ageMs / 1e3);
    },
  });
  new Gauge({
    name: 'florin_gateway_revocations',
    help: 'Revoked sessions, users, accounts and API keys that are remembered.',
    registers,
    collect() {
      this.set(revocations.size());
    },
  });
}
