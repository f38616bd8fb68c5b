import { AppError, type Reply } from '@florin/contracts';
import type { EventConnection } from '@florin/events';
import { toErrorReply } from '@florin/http-api';
import type { DescribedService } from './routes/catalogue.ts';
import type { Lease } from './tokens/lease.ts';
import type { SigningKeys } from './tokens/signing-keys.ts';

export interface HealthSources {
  readonly version: string;
  readonly services: readonly DescribedService[];
  /** Undefined without identity: then no token can be checked. */
  readonly keys: Pick<SigningKeys, 'current' | 'answers'> | undefined;
  readonly lease: Pick<Lease, 'isValid' | 'isUnknown'> | undefined;
  /** Undefined without NATS. */
  readonly events: Pick<EventConnection, 'outage'> | undefined;
}

export function showAlive(version: string): Reply {
  return { status: 200, body: { status: 'ok', service: 'gateway', version } };
}

/** Ready once every service has described itself, and from then on while tokens can be checked. */
export function makeShowReadiness({ services, keys, lease, events }: HealthSources): () => Reply {
  let wasComplete = false;
  const hasLease = () => lease === undefined || lease.isValid() || lease.isUnknown();
  return () => {
    const missing = services
      .filter((service) => service.description() === undefined)
      .map((service) => service.name as string);
    if (keys && keys.current() === undefined) missing.push('signing keys');
    if (!hasLease()) missing.push('a lease of identity');
    wasComplete ||= missing.length === 0;
    if (!wasComplete) return notReady(`waiting for ${missing.join(', ')}`);
    if ((keys && !keys.answers()) || !hasLease())
      return notReady('identity does not respond; tokens cannot be checked');
    return { status: 200, body: { status: 'ready', nats: natsState(events) } };
  };
}

/** Without NATS revocations take a second longer; the log has the cause of the outage. */
function natsState(events: HealthSources['events']): string {
  if (events === undefined) return 'not set';
  return events.outage() === undefined ? 'connected' : 'away';
}

/** The last known state of every service. */
export function showStatus({ version, services }: HealthSources): Reply {
  const list = services.map((service) => ({
    name: service.name,
    version: service.description()?.version ?? null,
    answers: service.answers(),
    routes: service.description()?.routes.length ?? 0,
  }));
  return { status: 200, body: { gateway: { version }, services: list } };
}

function notReady(message: string): Reply {
  return toErrorReply(new AppError('unavailable', message));
}
