import { type Actor, type DomainEvent, eventSchema, isInstant } from '@florin/contracts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Parses an event; undefined if invalid. */
export function parseEvent(data: Uint8Array): DomainEvent | undefined {
  try {
    const value: unknown = JSON.parse(decoder.decode(data));
    return isPlain(value) ? value : parseOther(value);
  } catch {
    return undefined;
  }
}

function parseOther(value: unknown): DomainEvent {
  const event = eventSchema.parse(value);
  // Postgres returns lower case, so an upper-case id would look new.
  return {
    ...event,
    id: event.id.toLowerCase(),
    aggregate_id: event.aggregate_id.toLowerCase(),
    account_id: event.account_id?.toLowerCase() ?? null,
  };
}

/**
 * Whether an event is already canonical, as services write it. The zod schema also accepts other
 * spellings, but its copy of each event doubles the time and the garbage.
 */
export function isPlain(value: unknown): value is DomainEvent {
  if (!isObject(value)) return false;
  const { data, request } = value;
  return (
    has(value, 8) &&
    isId(value.id) &&
    isType(value.type) &&
    typeof value.created_at === 'string' &&
    isInstant(value.created_at) &&
    isIdOrNull(value.account_id) &&
    isId(value.aggregate_id) &&
    isCount(value.aggregate_sequence) &&
    isObject(data) &&
    isObject(data.object) &&
    (data.previous === undefined || isObject(data.previous)) &&
    has(data, data.previous === undefined ? 1 : 2) &&
    isObject(request) &&
    isTextOrNull(request.id) &&
    isTextOrNull(request.idempotency_key) &&
    (request.actor === undefined || isActor(request.actor)) &&
    has(request, request.actor === undefined ? 2 : 3)
  );
}

function isActor(value: unknown): value is Actor {
  return (
    isObject(value) &&
    isIdOrNull(value.user_id) &&
    isIdOrNull(value.session_id) &&
    isIdOrNull(value.api_key_id) &&
    isTextOrNull(value.role) &&
    isTextOrNull(value.address) &&
    (value.operation === undefined || typeof value.operation === 'string') &&
    has(value, value.operation === undefined ? 5 : 6)
  );
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TYPE = /^[a-z_]+\.[a-z_]+$/;

const isId = (value: unknown): boolean => typeof value === 'string' && ID.test(value);
const isIdOrNull = (value: unknown): boolean => value === null || isId(value);
const isType = (value: unknown): boolean => typeof value === 'string' && TYPE.test(value);
const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;

/** Whether an object has exactly this many members; the schema drops unknown ones. */
function has(value: object, members: number): boolean {
  return Object.keys(value).length === members;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
