import type { DomainEvent } from './events.ts';
import { isOperation } from './operations.ts';
import { ownerOf, type ServiceName } from './services.ts';

/** What the types of each service's events begin with. */
const ownNouns = {
  identity: ['user', 'session', 'api_key', 'email_confirmation', 'membership', 'invitation'],
  accounts: ['account'],
  ledger: ['transaction', 'payment'],
  processors: ['refund', 'dispute', 'payout', 'payment_method'],
  billing: ['customer', 'subscription', 'invoice', 'credit_note'],
  webhooks: ['webhook_endpoint'],
  mail: ['mail_suppression'],
} as const satisfies Partial<Record<ServiceName, readonly string[]>>;

/** Each of them has a stream of its own. */
export type PublisherName = keyof typeof ownNouns;
export const publisherNames = Object.keys(ownNouns) as readonly PublisherName[];

/** Of a service that reads everything: what it tells itself it knows, and nobody reads the stream that they write. */
const allButThoseOf = (reader: PublisherName): Partial<Record<PublisherName, string>> =>
  Object.fromEntries(publisherNames.filter((name) => name !== reader).map((name) => [name, '>']));

/** Whose events a service reads, and which of them: `payment.*`, or `>` for all. */
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
 * Whether a service may publish this: no event of another one, and for the audit log no operation that
 * another one serves. What nobody here knows may come from a newer version of whoever tells it.
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

/** The one service that events of this type come from; undefined for a type of no known noun. */
export function publisherOf(type: string): PublisherName | undefined {
  const [noun = ''] = type.split('.');
  return publisherNames.find((name) => (ownNouns[name] as readonly string[]).includes(noun));
}

/** `POST /v1/plans` is billing's. */
function serverOf(operation: unknown): ServiceName | undefined {
  const [, template] = String(operation).split(' ');
  return template === undefined ? undefined : ownerOf(template);
}
