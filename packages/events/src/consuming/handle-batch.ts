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
/** All else waits meanwhile, so not for long. */
const ATTEMPT_PAUSE_MS = 20;

interface Delivery extends Part {
  /** Undefined when it is no event at all. */
  readonly event: DomainEvent | undefined;
  /** It is committed, as an event or as a dead letter. With the last of a message, that is acknowledged. */
  readonly settle: () => void;
}

/**
 * Handles messages of a service's stream in one transaction and acknowledges each once all of its events
 * have committed. When the work of one fails, that one is handled by itself; what fails again and again
 * becomes a dead letter. An event that this service cannot have published does not even become that:
 * a dead letter may be redriven, makes others wait, and takes the id of a true one.
 * @throws when the database cannot be reached: nothing was acknowledged then.
 */
export async function handleBatch<Tables extends ConsumerTables>(
  consumer: Consumer<Tables>,
  source: ServiceName,
  lease: Lease,
  batch: readonly Received[],
): Promise<void> {
  const { types } = consumer;
  const deliveries: Delivery[] = [];
  const refused: { readonly subject: string; readonly settle: () => void }[] = [];
  for (const { message, parts } of batch) {
    const { subject } = message;
    const settle = acknowledgeAfter(parts.length, message);
    for (const part of parts) {
      const event = parseEvent(part.body);
      if (event && !isBelieved(source, subject, event)) refused.push({ subject, settle });
      else if (event && types?.has(event.type) === false) settle();
      else deliveries.push({ ...part, event, settle });
    }
  }
  if (deliveries.length > 0) await handleTraced(consumer, lease, deliveries);
  if (refused.length > 0) consumer.onRefused(refused.map(({ subject }) => subject));
  for (const { settle } of refused) settle();
}

/** Acknowledges a message with the last of so many calls. */
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
    if (!isTheWorksFault(error)) throw error;
    consumer.onError(error);
    await handleHalves(consumer, lease, deliveries);
  }
}

/**
 * Handles a batch whose work has failed, half by half down to what it is that fails: all else waits
 * for a few transactions more, and not for one of each message.
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

/** Whether the work of these has succeeded. */
async function triesTogether<Tables extends ConsumerTables>(
  consumer: Consumer<Tables>,
  lease: Lease,
  deliveries: readonly Delivery[],
): Promise<boolean> {
  try {
    await handleTogether(consumer, lease, deliveries);
    return true;
  } catch (error) {
    if (!isTheWorksFault(error)) throw error;
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
      if (!isTheWorksFault(error)) throw error;
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
  for (const { settle } of deliveries) settle();
}

async function parkAlone<Tables extends ConsumerTables>(
  consumer: Consumer<Tables>,
  lease: Lease,
  { body, event, settle }: Delivery,
  reason: string,
): Promise<void> {
  await underLease(consumer.db, lease, async (transaction) => {
    const tx = withTables<ConsumerTables, Tables>(transaction);
    if (event) await findHad(consumer, transaction, [event.id]);
    await saveDeadLetter(tx, consumer.name, body, event, reason);
  });
  consumer.onDeadLetter(event?.id ?? null, reason);
  settle();
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

/** Whether handling the message failed, and not the database, the way to it or the lease. */
function isTheWorksFault(error: unknown): boolean {
  return remedyOf('events', error) === 'split';
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
