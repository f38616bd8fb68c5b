import { setTimeout as pause } from 'node:timers/promises';
import type { DomainEvent, ServiceName } from '@florin/contracts';
import {
  findSetAside,
  type InboxTables,
  insertDeadLetter,
  type Lease,
  remedyOf,
  underLease,
  withTables,
} from '@florin/database';
import { endSpan, startSpanOf, withBatchSpan } from '@florin/runtime/tracing';
import type { Transaction } from 'kysely';
import type { Part } from '../messages/gathered.ts';
import { type Consumer, type ConsumerTables, findHad } from './consumer.ts';
import { isBelieved } from './is-believed.ts';
import { parseEvent } from './parse-event.ts';
import type { Message, Received } from './receive.ts';

const ATTEMPTS_MAX = 10;
/** Short, since all other messages wait meanwhile. */
const ATTEMPT_PAUSE_MS = 20;

interface Delivery extends Part {
  /** Undefined if the message is no valid event. */
  readonly event: DomainEvent | undefined;
  /**
   * Marks it as committed, as an event or dead letter. The last call of a message acknowledges it.
   */
  readonly acknowledge: () => void;
}

/**
 * Handles a batch in one transaction and acknowledges messages once all their events are committed.
 * Events that repeatedly fail alone become dead letters; forged events are dropped (decision 24).
 * @throws an error of the database; then nothing was acknowledged
 */
export async function handleBatch<Tables extends ConsumerTables>(
  consumer: Consumer<Tables>,
  source: ServiceName,
  lease: Lease,
  batch: readonly Received[],
): Promise<void> {
  const { types } = consumer;
  const deliveries: Delivery[] = [];
  const refused: { readonly subject: string; readonly acknowledge: () => void }[] = [];
  for (const { message, parts } of batch) {
    const { subject } = message;
    const acknowledge = acknowledgeAfter(parts.length, message);
    for (const part of parts) {
      const event = parseEvent(part.body);
      if (event && !isBelieved(source, subject, event)) refused.push({ subject, acknowledge });
      else if (event && types?.has(event.type) === false) acknowledge();
      else deliveries.push({ ...part, event, acknowledge });
    }
  }
  if (deliveries.length > 0) await handleTraced(consumer, lease, deliveries);
  if (refused.length > 0) consumer.onRefused(refused.map(({ subject }) => subject));
  for (const { acknowledge } of refused) acknowledge();
}

/** A callback that acknowledges the message at the `count`-th call. */
function acknowledgeAfter(count: number, message: Message): () => void {
  let left = count;
  return () => {
    left -= 1;
    if (left === 0) message.ack();
  };
}

async function handleTraced<Tables extends ConsumerTables>(
  consumer: Consumer<Tables>,
  lease: Lease,
  deliveries: readonly Delivery[],
): Promise<void> {
  const spans = deliveries.map(({ traceParent, event }) =>
    startSpanOf(traceParent, `consume ${event?.type ?? 'what is no event'}`, { kind: 'consumer' }),
  );
  try {
    await withBatchSpan(`batch of ${consumer.name}`, spans, () =>
      handleDeliveries(consumer, lease, deliveries),
    );
    for (const span of spans) endSpan(span);
  } catch (error) {
    for (const span of spans) endSpan(span, error);
    throw error;
  }
}

async function handleDeliveries<Tables extends ConsumerTables>(
  consumer: Consumer<Tables>,
  lease: Lease,
  deliveries: readonly Delivery[],
): Promise<void> {
  try {
    await handleTogether(consumer, lease, deliveries);
  } catch (error) {
    if (!isHandlingFailure(error)) throw error;
    consumer.onError(error);
    await handleHalves(consumer, lease, deliveries);
  }
}

/**
 * Bisects a failed batch down to the failing event, which delays the others by a few transactions
 * instead of one per message.
 */
async function handleHalves<Tables extends ConsumerTables>(
  consumer: Consumer<Tables>,
  lease: Lease,
  deliveries: readonly Delivery[],
): Promise<void> {
  const [only] = deliveries;
  if (only && deliveries.length === 1) return handleAlone(consumer, lease, only);
  const middle = Math.ceil(deliveries.length / 2);
  for (const half of [deliveries.slice(0, middle), deliveries.slice(middle)]) {
    const isDone = half.length > 1 && (await triesTogether(consumer, lease, half));
    if (!isDone) await handleHalves(consumer, lease, half);
  }
}

/** Whether handling these together succeeded. */
async function triesTogether<Tables extends ConsumerTables>(
  consumer: Consumer<Tables>,
  lease: Lease,
  deliveries: readonly Delivery[],
): Promise<boolean> {
  try {
    await handleTogether(consumer, lease, deliveries);
    return true;
  } catch (error) {
    if (!isHandlingFailure(error)) throw error;
    return false;
  }
}

async function handleAlone<Tables extends ConsumerTables>(
  consumer: Consumer<Tables>,
  lease: Lease,
  delivery: Delivery,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await handleTogether(consumer, lease, [delivery]);
      return;
    } catch (error) {
      if (!isHandlingFailure(error)) throw error;
      if (attempt === ATTEMPTS_MAX) return parkAlone(consumer, lease, delivery, reasonOf(error));
      await pause(ATTEMPT_PAUSE_MS);
    }
  }
}

async function handleTogether<Tables extends ConsumerTables>(
  consumer: Consumer<Tables>,
  lease: Lease,
  deliveries: readonly Delivery[],
): Promise<void> {
  const deadLetters: [eventId: string | null, reason: string][] = [];
  await underLease(consumer.db, lease, async (transaction) => {
    const tx = withTables<ConsumerTables, Tables>(transaction);
    const events = deliveries.flatMap(({ event }) => event ?? []);
    const ids = events.map((event) => event.id);
    const had = await findHad(consumer, transaction, ids);
    const setAside = await findSetAside(tx, consumer.name, events);
    const seen = new Set([...had, ...setAside.eventIds]);
    const work: DomainEvent[] = [];
    for (const { body, event } of deliveries) {
      if (event && seen.has(event.id)) continue;
      if (event) seen.add(event.id);
      const reason = event
        ? setAside.aggregateIds.has(event.aggregate_id) && 'waits behind a dead letter'
        : 'is no event';
      if (reason) deadLetters.push(await saveDeadLetter(tx, consumer.name, body, event, reason));
      else if (event) work.push(event);
    }
    if (work.length > 0) await consumer.handle(transaction, work);
  });
  for (const [eventId, reason] of deadLetters) consumer.onDeadLetter(eventId, reason);
  for (const { acknowledge } of deliveries) acknowledge();
}

async function parkAlone<Tables extends ConsumerTables>(
  consumer: Consumer<Tables>,
  lease: Lease,
  { body, event, acknowledge }: Delivery,
  reason: string,
): Promise<void> {
  await underLease(consumer.db, lease, async (transaction) => {
    const tx = withTables<ConsumerTables, Tables>(transaction);
    if (event) await findHad(consumer, transaction, [event.id]);
    await saveDeadLetter(tx, consumer.name, body, event, reason);
  });
  consumer.onDeadLetter(event?.id ?? null, reason);
  acknowledge();
}

async function saveDeadLetter(
  tx: Transaction<InboxTables>,
  consumer: string,
  body: Uint8Array,
  event: DomainEvent | undefined,
  reason: string,
): Promise<[eventId: string | null, reason: string]> {
  const eventId = event?.id ?? null;
  const aggregateId = event?.aggregate_id ?? null;
  await insertDeadLetter(tx, consumer, { eventId, aggregateId, body, reason });
  return [eventId, reason];
}

/** Whether the work failed, rather than the database, the network or the lease. */
function isHandlingFailure(error: unknown): boolean {
  return remedyOf('events', error) === 'split';
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
