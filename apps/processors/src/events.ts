import {
  type DomainEvent,
  differenceOf,
  type EventType,
  newId,
  type Uuid,
} from '@florin/contracts';
import { addToOutbox } from '@florin/database';
import type { Tx } from './schema.ts';

/** Common fields of objects with change events. */
interface Versioned {
  readonly id: Uuid;
  readonly accountId: Uuid;
  /** Counts the changes visible to clients. */
  readonly version: bigint;
}

interface Resource {
  readonly updated_at: string;
  readonly [name: string]: unknown;
}

/** The request behind a change; null if a processor caused it. */
export interface Cause {
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
}

export const BY_PROCESSOR: Cause = { requestId: null, idempotencyKey: null };

/** Writes the event of a change in its transaction; none if clients cannot see it. */
export async function publishChange<Thing extends Versioned>(
  tx: Tx,
  toObject: (thing: Thing) => Resource,
  type: EventType,
  before: Thing | undefined,
  after: Thing,
  { requestId, idempotencyKey }: Cause,
): Promise<void> {
  if (before?.version === after.version) return;
  const object = toObject(after);
  const event: DomainEvent = {
    id: newId(),
    type,
    created_at: object.updated_at,
    account_id: after.accountId,
    aggregate_id: after.id,
    aggregate_sequence: Number(after.version),
    data: before ? { object, previous: differenceOf(toObject(before), object) } : { object },
    request: { id: requestId, idempotency_key: idempotencyKey },
  };
  await addToOutbox(tx, [event]);
}
