import { AppError, type Caller, type Uuid } from '@florin/contracts';
import type { Created } from '@florin/database';
import { notFound, toPage } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { includes, type Span, spanOf } from '../domain/access.ts';
import { type LoggedEvent, toPublicEvent } from '../domain/event.ts';
import { typesOf } from '../domain/event-types.ts';
import { type EventCursor, findEvent, listEvents } from '../store/events.ts';
import type { WebhooksTables } from '../store/schema.ts';

export interface EventsQuery extends Created {
  /** Null names no account. */
  readonly accountId: Uuid | null | undefined;
  readonly type: string;
  readonly limit: number;
  /** Lists what follows this number of the account's order, oldest first. */
  readonly afterSequence: number | undefined;
  readonly after: Uuid | undefined;
  readonly before: Uuid | undefined;
}

/** What can be read of the log. */
export function makeReadEvents(db: Kysely<WebhooksTables>) {
  const find = (span: Span | undefined, id: Uuid) => findWithin(db, span, id);

  /** @throws AppError invalid_request for a cursor that is no event of the list. */
  async function cursorOf(span: Span | undefined, id: Uuid | undefined) {
    if (id === undefined) return undefined;
    const event = await find(span, id);
    if (event) return event;
    const message = 'the cursor names no event: use an id from this list';
    throw new AppError('invalid_request', message);
  }

  return {
    /** @throws AppError not_found for what the caller may not see. */
    async get(caller: Caller, id: Uuid): Promise<LoggedEvent> {
      const event = await find(spanOf(caller), id);
      if (!event) throw notFound('event');
      return event;
    },

    /** A page of what the caller may see: newest first, or what follows a number, oldest first. */
    async list(caller: Caller, query: EventsQuery) {
      const { limit, afterSequence } = query;
      const span = spanOf(caller, query.accountId);
      const [after, before] = [
        await cursorOf(span, query.after),
        await cursorOf(span, query.before),
      ];
      const from = afterSequence === undefined ? before : firstAfter(span, afterSequence);
      const { createdAfter, createdBefore } = query;
      const filter = {
        types: typesOf(query.type),
        after,
        before: from,
        createdAfter,
        createdBefore,
      };
      const rows = span ? await listEvents(db, { ...filter, span }, limit + 1) : [];
      const { items, hasMore } = toPage(rows, limit, before ? 'before' : 'after');
      return { object: 'list', data: items.map(toPublicEvent), has_more: hasMore };
    },
  };
}

export type ReadEvents = ReturnType<typeof makeReadEvents>;

/** An event, if it is one of those asked about. */
export async function findWithin(
  db: Kysely<WebhooksTables>,
  span: Span | undefined,
  id: Uuid,
): Promise<LoggedEvent | undefined> {
  const event = span && (await findEvent(db, id));
  return event && includes(span, event.accountId) ? event : undefined;
}

/** @throws AppError invalid_request over several accounts, each of which has numbers of its own. */
export function firstAfter(span: Span | undefined, sequence: number): EventCursor {
  if (typeof span === 'string') {
    const message = 'after_sequence: counts within one account: say which by account_id';
    throw new AppError('invalid_request', message);
  }
  return { sequence: BigInt(sequence), position: 0n };
}
