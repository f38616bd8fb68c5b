import type { DomainEvent } from './events.ts';
import { isOperation } from './operations.ts';
import { ownerOf, type ServiceName } from './services.ts';

/** Prefixes of each service's event types. */
const ownNouns = {
  identity: ['user', 'session', 'api_key', 'email_confirmation', 'membership', 'invitation'],
  accounts: ['account'],
  ledger: ['transaction', 'payment'],
  processors: ['refund', 'dispute', 'payout', 'payment_method'],
  billing: ['customer', 'subscription', 'invoice', 'credit_note'],
  webhooks: ['webhook_endpoint'],
  mail: ['mail_suppression'],
} as const satisfies Partial<Record<ServiceName, readonly string[]>>;

/** Each publisher has its own stream. */
export type PublisherName = keyof typeof ownNouns;
export const publisherNames = Object.keys(ownNouns) as readonly PublisherName[];

/** For a service that reads all events. It skips its own stream, which no service reads. */
const allButThoseOf = (reader: PublisherName): Partial<Record<PublisherName, string>> =>
  Object.fromEntries(publisherNames.filter((name) => name !== reader).map((name) => [name, '>']));

/** The event sources of each service, with the types it reads: `payment.*`, or `>` for all. */
export const eventSources = {
  billing: { ledger: 'payment.*', processors: '>' },
  ledger: { billing: 'customer.*' },
  processors: { billing: 'customer.*' },
  webhooks: allButThoseOf('webhooks'),
  mail: { identity: '>', ledger: 'payment.*', processors: '>', billing: '>', webhooks: '>' },
  console: {
    ...{ identity: '>', accounts: '>', ledger: '>', processors: '>', billing: '>' },
  },
} as const satisfies Partial<Record<ServiceName, Partial<Record<PublisherName, string>>>>;

/** Services that read a service's events. */
export function readersOf(source: ServiceName): readonly ServiceName[] {
  return Object.entries(eventSources)
    .filter(([, sources]) => Object.hasOwn(sources, source))
    .map(([reader]) => reader as ServiceName);
}

/**
 * Whether a service may publish this event: its types and operations must not be another service's.
 * Unknown types and operations are accepted, because the publisher may be a newer version.
 */
export function mayPublish(
  service: ServiceName,
  event: Pick<DomainEvent, 'type' | 'data'>,
): boolean {
  const owner = isOperation(event)
    ? serverOf(event.data.object.operation)
    : publisherOf(event.type);
  return owner === undefined || owner === service;
}

/** The service that publishes events of this type; undefined for unknown types. */
export function publisherOf(type: string): PublisherName | undefined {
  const [noun = ''] = type.split('.');
  return publisherNames.find((name) => (ownNouns[name] as readonly string[]).includes(noun));
}

/** The service of an operation: `POST /v1/plans` belongs to billing. */
function serverOf(operation: unknown): ServiceName | undefined {
  const [, template] = String(operation).split(' ');
  return template === undefined ? undefined : ownerOf(template);
}
