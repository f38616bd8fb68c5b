import type { PeerName } from '@florin/contracts';
import { connectEvents, type EventConnection, hostsOf, type NatsConfig } from '@florin/events';
import { Gauge } from 'prom-client';
import type { Metrics } from '../metrics/create-metrics.ts';
import type { Logger } from '../program/log.ts';

/** A NATS connection that reports its outages in the log and in metrics. */
export function followNats(
  nats: NatsConfig,
  self: PeerName,
  { metrics, log }: { readonly metrics: Metrics; readonly log: Logger },
): EventConnection {
  const host = hostsOf(nats).join(',');
  const connection = connectEvents(nats, self, (outage) => {
    if (outage === undefined) log.info({ host }, 'NATS is back');
    else log.warn({ host, reason: outage }, 'NATS cannot be reached or refuses');
  });
  new Gauge({
    name: 'florin_nats_up',
    help: '1 if NATS is connected and refuses nothing, else 0.',
    registers: [metrics.registry],
    collect() {
      this.set(connection.outage() === undefined ? 1 : 0);
    },
  });
  return connection;
}
