import type { ServiceName } from '@florin/contracts';
import type { ConsumerLoop, Relay } from '@florin/events';
import { Counter, Gauge } from 'prom-client';
import type { Logger } from '../program/log.ts';
import type { Metrics } from './create-metrics.ts';

/**
 * Counts forged events, which their service cannot have published, and logs each batch with some.
 */
export function addRefusedMetrics({ registry }: Metrics, log: Logger) {
  const refused = new Counter({
    name: 'florin_refused_events_total',
    help: 'Forged events: received in the stream of a service that cannot have published them.',
    labelNames: ['source'],
    registers: [registry],
  });
  return (source: ServiceName) => (subjects: readonly string[]) => {
    refused.inc({ source }, subjects.length);
    log.error({ source, count: subjects.length, subject: subjects[0] }, 'refused forged events');
  };
}

/** State of a service's stream as measured by the publishing process. */
export function addStreamMetrics(
  { registry }: Metrics,
  source: string,
  readers: readonly string[],
  relays: readonly Pick<Relay, 'missing' | 'filled'>[],
): void {
  new Gauge({
    name: 'florin_events_missing',
    help: "Events that this source's stream lost before the consumer handled them. They are republished automatically; 0 once the consumer has handled them.",
    labelNames: ['consumer', 'source'],
    registers: [registry],
    collect() {
      for (const consumer of readers) {
        const counts = relays.map((relay) => relay.missing().get(consumer) ?? 0);
        this.set(
          { consumer, source },
          counts.reduce((sum, count) => sum + count, 0),
        );
      }
    },
  });
  new Gauge({
    name: 'florin_stream_filled_ratio',
    help: "Fill level of this source's stream, as a part of its limit in bytes. At 1, events wait in the outbox.",
    labelNames: ['source'],
    registers: [registry],
    collect() {
      const [filled] = relays.flatMap((relay) => relay.filled() ?? []);
      if (filled === undefined) this.remove({ source });
      else this.set({ source }, filled);
    },
  });
}

/** Unhandled events as measured by the consuming process. Added last, because it queries NATS. */
export function addBacklogMetrics(
  { registry, addReading }: Metrics,
  consumer: string,
  loops: readonly Pick<ConsumerLoop, 'source' | 'backlog'>[],
): void {
  const labelNames = ['consumer', 'source'];
  const registers = [registry];
  const backlog = new Gauge({
    name: 'florin_consumer_backlog',
    help: 'Messages of this source, each with one or more events, that the consumer has not handled yet.',
    labelNames,
    registers,
  });
  const age = new Gauge({
    name: 'florin_consumer_age_seconds',
    help: 'Age of the oldest received but unhandled event in seconds; 0 if there is none.',
    labelNames,
    registers,
  });
  addReading({
    gauges: [backlog, age],
    async read() {
      for (const loop of loops) {
        const found = await loop.backlog();
        if (!found) continue;
        backlog.set({ consumer, source: loop.source }, found.messages);
        age.set({ consumer, source: loop.source }, found.ageSeconds);
      }
    },
  });
}
