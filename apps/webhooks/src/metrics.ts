import type { Metrics } from '@florin/service-runtime';
import { Counter, Gauge } from 'prom-client';
import type { DeliveryStatus } from './domain/delivery.ts';

export function addStreamMetrics({ registry }: Metrics, count: () => number): void {
  new Gauge({
    name: 'florin_event_streams',
    help: 'Streams of events that are open in this process.',
    registers: [registry],
    collect() {
      this.set(count());
    },
  });
}

/** Counts attempts to deliver by what became of the delivery. */
export function addDeliveryMetrics({ registry }: Metrics): (status: DeliveryStatus) => void {
  const attempts = new Counter({
    name: 'florin_webhook_attempts_total',
    help: 'Attempts to deliver events, by what became of the delivery: pending is tried again.',
    labelNames: ['status'],
    registers: [registry],
  });
  for (const status of ['delivered', 'pending', 'dead']) attempts.inc({ status }, 0);
  return (status) => attempts.inc({ status });
}
