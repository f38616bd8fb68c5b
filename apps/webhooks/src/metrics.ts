import type { Metrics } from '@florin/service-runtime';
import { Gauge } from 'prom-client';

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
