import { AppError, type Caller, toPublicEvent, type Uuid } from '@florin/contracts';
import type { Cursor } from '@florin/database';
import { listBody, notFound, toPage } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { includes, type Scope, scopeOf } from '../domain/access.ts';
import { type LoggedEvent, typesOf } from '../domain/event.ts';
import type { WebhooksTables } from '../schema.ts';
import { type EventCursor, findEvent, hasExpired, isGapAfter, selectEvents } from './queries.ts';

export interface EventsQuery extends Cursor {
  /** Null matches no account. */
  readonly accountId: Uuid | null | undefined;
  readonly type: string;
  /** Null matches no object. */
  readonly objectId: Uuid | null | undefined;
  readonly requestId: string | undefined;
  readonly limit: number;
  /** Lists events after this sequence of the account, oldest first. */
  readonly afterSequence: number | undefined;
  readonly after: Uuid | undefined;
  readonly before: Uuid | undefined;
}

export interface EventsDeps {
  readonly db: Kysely<WebhooksTables>;
}

/** @throws AppError not_found for an event invisible to the caller. */
export async function getEvent({ db }: EventsDeps, caller: Caller, id: Uuid): Promise<LoggedEvent> {
  const event = await findInScope(db, scopeOf(caller), id);
  if (!event) throw notFound('event');
  return event;
}

/** A page of visible events: newest first, or after a sequence, oldest first. */
export async function listEvents({ db }: EventsDeps, caller: Caller, query: EventsQuery) {
  const { limit, afterSequence, objectId, createdAfter, createdBefore, livemode, order } = query;
  const scope = scopeOf(caller, query.accountId);
  const after = await cursorOf(db, scope, query.after);
  const before = await cursorOf(db, scope, query.before);
  const page = {
    types: typesOf(query.type),
    objectId: objectId ?? undefined,
    requestId: query.requestId,
    after,
    before: afterSequence === undefined ? before : firstAfter(scope, afterSequence),
    createdAfter,
    createdBefore,
    livemode,
    order: afterSequence === undefined ? order : undefined,
  };
  const rows =
    scope && objectId !== null ? await selectEvents(db, { ...page, scope }, limit + 1) : [];
  if (afterSequence !== undefined) await assertNoGap(db, scope, afterSequence, rows[0]?.sequence);
  return listBody(toPage(rows, limit, before ? 'before' : 'after'), toPublicEvent);
}

/** @throws AppError invalid_request for a cursor that is not in the list. */
async function cursorOf(
  db: Kysely<WebhooksTables>,
  scope: Scope | undefined,
  id: Uuid | undefined,
): Promise<LoggedEvent | undefined> {
  if (id === undefined) return undefined;
  const event = await findInScope(db, scope, id);
  if (event) return event;
  throw await missingEvent(db, id, 'the cursor does not exist; use an id from this list');
}

/** Error for a cursor event that is missing. */
export async function missingEvent(
  db: Kysely<WebhooksTables>,
  id: Uuid | undefined,
  message: string,
): Promise<AppError> {
  if (id === undefined || !(await hasExpired(db, id)))
    return new AppError('invalid_request', message);
  const expired = 'this event has expired; use after_sequence=0 for the oldest remaining events';
  return new AppError('invalid_request', expired);
}

/**
 * A client that continues from a sequence must not miss expired events; 0 means from the oldest.
 * @param next sequence of the following event, if known
 * @throws AppError invalid_request
 */
export async function assertNoGap(
  db: Kysely<WebhooksTables>,
  scope: Scope | undefined,
  sequence: number,
  next?: bigint | null,
): Promise<void> {
  if (sequence === 0 || typeof scope !== 'object' || next === BigInt(sequence) + 1n) return;
  if (!(await isGapAfter(db, scope.accountId, BigInt(sequence)))) return;
  const message = 'after_sequence: events after this one have expired; start from 0';
  throw new AppError('invalid_request', message);
}

/** The event, unless it is outside the scope. */
export async function findInScope(
  db: Kysely<WebhooksTables>,
  scope: Scope | undefined,
  id: Uuid,
): Promise<LoggedEvent | undefined> {
  const event = scope && (await findEvent(db, id));
  return event && includes(scope, event.accountId) ? event : undefined;
}

/** @throws AppError invalid_request for several accounts, since each has its own sequence. */
export function firstAfter(scope: Scope | undefined, sequence: number): EventCursor {
  if (typeof scope === 'string') {
    const message = 'after_sequence: sequences are per account; set account_id';
    throw new AppError('invalid_request', message);
  }
  return { sequence: BigInt(sequence), position: 0n };
}
