import type { Metrics } from '@florin/service';
import { Histogram } from 'prom-client';
import type { AwaitGatewaysDeps } from './operations/await-gateways.ts';

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 4];

/** Tells how long revocations wait for the gateways. */
export function addGatewayWaitMetrics({ registry }: Metrics): AwaitGatewaysDeps['measure'] {
  const wait = new Histogram({
    name: 'florin_identity_gateway_wait_seconds',
    help: 'Time until no gateway accepts any more what was revoked.',
    labelNames: ['outcome'],
    buckets: SECONDS,
    registers: [registry],
  });
  return (durationMs, outcome) => wait.labels(outcome).observe(durationMs / 1e3);
}
