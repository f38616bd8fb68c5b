import type { ServiceName } from '@florin/contracts';
import { Counter } from 'prom-client';
import type { Logger } from '../log.ts';
import type { Metrics } from './create-metrics.ts';

/** Counts the events that cannot come from where they seem to, and tells of each batch with some. */
export function addRefusedMetrics({ registry }: Metrics, log: Logger) {
  const refused = new Counter({
    name: 'florin_refused_events_total',
    help: 'Events that came in the stream of a service that cannot have told them.',
    labelNames: ['source'],
    registers: [registry],
  });
  return (source: ServiceName) => (subjects: readonly string[]) => {
    refused.inc({ source }, subjects.length);
    log.error({ source, count: subjects.length, subject: subjects[0] }, 'refused forged events');
  };
}
