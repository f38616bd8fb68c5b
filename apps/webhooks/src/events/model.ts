import {
  eventCatalogue,
  livemodeOf,
  type PublicEvent,
  toPresentData,
  toPublicId,
  type Uuid,
} from '@florin/contracts';

/** An event as it stands in the log. */
export interface LoggedEvent {
  readonly id: Uuid;
  readonly accountId: Uuid | null;
  /** In its account's order; null outside any. */
  readonly sequence: bigint | null;
  /** In the one order over all accounts. */
  readonly position: bigint;
  readonly type: string;
  readonly createdAt: Date;
  readonly data: PublicEvent['data'];
  readonly request: PublicEvent['request'];
}

/** The event as clients see it, wherever they do. */
export function toPublicEvent(event: LoggedEvent): PublicEvent {
  const { id, idempotency_key } = event.request;
  const livemode = livemodeOf(event.accountId);
  return {
    id: toPublicId('event', event.id),
    object: 'event',
    livemode,
    type: event.type,
    created_at: event.createdAt.toISOString(),
    account_id: event.accountId && toPublicId('account', event.accountId),
    sequence: event.sequence === null ? null : Number(event.sequence),
    data: toPresentData({ ...event, livemode }),
    request: { id, idempotency_key },
  };
}

const types: readonly string[] = Object.keys(eventCatalogue);
const kinds = [...new Set(types.map((type) => `${kindOf(type)}.*`))];

/** What may be asked for: everything, all types of a kind, or a type. */
export const typePatterns: readonly string[] = ['*', ...kinds, ...types];

/** What an event of this type is asked for by. */
export function patternsOf(type: string): readonly string[] {
  return ['*', `${kindOf(type)}.*`, type];
}

/** The types of the catalogue that a pattern stands for; undefined for whatever type there is. */
export function typesOf(pattern: string): readonly string[] | undefined {
  return pattern === '*' ? undefined : types.filter((type) => patternsOf(type).includes(pattern));
}

function kindOf(type: string): string {
  return type.split('.', 1)[0] ?? '';
}
