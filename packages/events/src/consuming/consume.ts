import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceName } from '@florin/contracts';
import { type LeaseTables, makeLeaseHolder, withTables } from '@florin/database';
import { startLoop } from '@florin/runtime/loop';
import { AckPolicy, type ConsumerMessages, DeliverPolicy, type JsMsg, nanos } from 'nats';
import type { EventConnection } from '../connection/connection.ts';
import {
  ensureStream,
  isNotFound,
  type JetStream,
  streamOf,
  subjectOf,
} from '../connection/streams.ts';
import type { LeasedLoop } from '../publishing/relay.ts';
import { type Consumer, type ConsumerTables, leaseOf } from './consumer.ts';
import { handleBatch } from './handle-batch.ts';
import { type Received, receive, takeBatch } from './receive.ts';

const EVENTS_MAX = 512;
const ACK_WAIT_MS = 30_000;
/**
 * Messages sent but not yet acknowledged, of up to 128 kB each: bounds what waits in memory, and that all
 * of it is handled within the time to acknowledge.
 */
const UNACKNOWLEDGED_MAX = 128;
/** Behind a batch the next one gathers, so that a busy stream is not handled event by event. */
const GATHER_MS = 20;
/** How long nats-server may take to remove a stream. */
const DELETION_MS = 1_000;
const LEASE_MS = 5_000;
const REST_MS = 1_000;
/** What comes ends the rest; without it there is the lease to renew, with a second or more left of it. */
const REST_HELD_MS = 0.7 * LEASE_MS;
const REST_AFTER_ERROR_MS = 500;

/** What of a stream is not handled yet. */
export interface Backlog {
  /** Messages that NATS still has for the consumer, sent or not, each of one event or of many. */
  readonly messages: number;
  /** Of the oldest that has come, in seconds; 0 without any. */
  readonly ageSeconds: number;
}

export interface ConsumerLoop extends LeasedLoop {
  readonly source: ServiceName;
  /** Undefined while another process consumes the stream, or while NATS is away. */
  backlog(): Promise<Backlog | undefined>;
}

/**
 * Consumes one service's stream in batches, each in one transaction, acknowledged after commit: as many
 * messages as hold some hundreds of events.
 * One process at a time consumes a stream, by a lease, so that an aggregate's events stay in order.
 */
export function startConsumer<Tables extends ConsumerTables>(
  connection: EventConnection,
  source: ServiceName,
  consumer: Consumer<Tables>,
): ConsumerLoop {
  const db = withTables<LeaseTables, Tables>(consumer.db);
  const leaseHolder = makeLeaseHolder(db, leaseOf(consumer.name, source), LEASE_MS);
  const part = `consuming ${source}`;
  const { gatherMs = GATHER_MS } = consumer;
  let waiting: Received<JsMsg>[] = [];
  let subscription: ConsumerMessages | undefined;

  async function subscribe(jetStream: JetStream): Promise<void> {
    await ensureStream(jetStream, source);
    await renewConsumer(jetStream, source, consumer);
    const durable = await jetStream.client.consumers.get(streamOf(source), consumer.name);
    // Its own list: what still comes after `unsubscribe` must not get in front of what comes again.
    const received: Received<JsMsg>[] = [];
    let deliveries = 0;
    const messages = await durable.consume({
      max_messages: UNACKNOWLEDGED_MAX,
      abort_on_missing_resource: true,
      callback(message) {
        deliveries += 1;
        // One was sent to a process that was paused as it began: what follows it must not overtake it.
        if (message.info.deliverySequence !== deliveries) messages.stop();
        else received.push(receive(message));
        loop.wake();
      },
    });
    subscription = messages;
    waiting = received;
    connection.noteRecovery(part);
    // The stream or its consumer was deleted: the next round makes them again, not at once. While
    // nats-server still removes a stream, what a new one of its name is given to keep can be lost.
    void messages.closed().then(async () => {
      await pause(DELETION_MS, undefined, { ref: false });
      if (subscription === messages) subscription = undefined;
      loop.wake();
    });
  }

  function unsubscribe(): void {
    subscription?.stop();
    subscription = undefined;
    waiting = []; // Not acknowledged, so they are delivered again.
  }

  const loop = startLoop(
    async () => {
      // First: the lease must not be held while waiting for NATS.
      const jetStream = await connection.jetStream();
      if (!(await leaseHolder.acquire())) {
        unsubscribe();
        return 'rest';
      }
      // What came from a stream that was deleted since is handled first: it cannot come again.
      if (!subscription && waiting.length === 0) await subscribe(jetStream);
      const batch = takeBatch(waiting, EVENTS_MAX);
      if (batch.length === 0) return { restMs: REST_HELD_MS };
      await handleBatch(consumer, source, leaseHolder.lease, batch);
      waiting.splice(0, batch.length);
      if (takeBatch(waiting, EVENTS_MAX).length === waiting.length) await pause(gatherMs);
      return 'again';
    },
    { restMs: REST_MS, restAfterErrorMs: REST_AFTER_ERROR_MS },
    (error) => {
      if (!connection.noteFailure(part, error)) consumer.onError(error);
    },
  );
  async function backlog(): Promise<Backlog | undefined> {
    if (!subscription || connection.outage() !== undefined) return undefined;
    const { manager } = await connection.jetStream();
    const info = await manager.consumers.info(streamOf(source), consumer.name);
    const sentAtMs = (waiting[0]?.message.info.timestampNanos ?? Number.NaN) / 1e6;
    const ageMs = Number.isNaN(sentAtMs) ? 0 : Date.now() - sentAtMs;
    return {
      messages: info.num_pending + info.num_ack_pending,
      ageSeconds: Math.max(0, ageMs / 1e3),
    };
  }

  return {
    source,
    backlog,
    leaseHolder,
    wake: loop.wake,
    stir: loop.stir,
    async stop() {
      await loop.stop();
      unsubscribe();
      await leaseHolder.release();
    },
  };
}

/**
 * Makes the durable consumer anew, from its oldest message that is not acknowledged. What was sent
 * to another process, or to this one before, would otherwise come again only after the time to
 * acknowledge it, behind newer events; and a process that was paused would still be sent some.
 */
async function renewConsumer(
  { manager }: JetStream,
  source: ServiceName,
  { name, only = '>' }: Pick<Consumer<ConsumerTables>, 'name' | 'only'>,
): Promise<void> {
  let firstSequence = 1;
  try {
    const { ack_floor } = await manager.consumers.info(streamOf(source), name);
    firstSequence = ack_floor.stream_seq + 1;
    await manager.consumers.delete(streamOf(source), name);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  await manager.consumers.add(streamOf(source), {
    durable_name: name,
    filter_subject: subjectOf(source, only),
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: firstSequence,
    ack_wait: nanos(ACK_WAIT_MS),
    max_ack_pending: UNACKNOWLEDGED_MAX,
  });
}
