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
/** Unacknowledged messages of up to 128 kB each. Bounds memory and the time to acknowledge one. */
const UNACKNOWLEDGED_MAX = 128;
/** Pause after a batch, so that a busy stream is not handled event by event. */
const GATHER_MS = 20;
/** Upper bound for the time that nats-server takes to remove a stream. */
const DELETION_MS = 1_000;
const LEASE_MS = 5_000;
const REST_MS = 1_000;
/** A message ends the rest early; otherwise the loop renews the lease, with a second to spare. */
const REST_HELD_MS = 0.7 * LEASE_MS;
const REST_AFTER_ERROR_MS = 500;

/** Unhandled part of a stream. */
export interface Backlog {
  /** Messages pending for the consumer, delivered or not. Each has one event or more. */
  readonly messages: number;
  /** Age of the oldest received message in seconds; 0 if there is none. */
  readonly ageSeconds: number;
}

export interface ConsumerLoop extends LeasedLoop {
  readonly source: ServiceName;
  /** Undefined while another process consumes the stream, or NATS is unavailable. */
  backlog(): Promise<Backlog | undefined>;
}

/**
 * Consumes a service's stream in batches of some hundreds of events, one transaction each,
 * acknowledged after commit. A lease limits a stream to one process, which keeps events in order.
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
    // A separate list: messages that arrive after `unsubscribe` must not precede redelivered ones.
    const received: Received<JsMsg>[] = [];
    let deliveries = 0;
    const messages = await durable.consume({
      max_messages: UNACKNOWLEDGED_MAX,
      abort_on_missing_resource: true,
      callback(message) {
        deliveries += 1;
        // A gap means that another process got a message. Stop, so that none overtakes it.
        if (message.info.deliverySequence !== deliveries) messages.stop();
        else received.push(receive(message));
        loop.wake();
      },
    });
    subscription = messages;
    waiting = received;
    connection.noteRecovery(part);
    // The stream or consumer was deleted; the next round recreates it. The pause avoids losing
    // messages that a new stream gets while nats-server still removes the old one.
    void messages.closed().then(async () => {
      await pause(DELETION_MS, undefined, { ref: false });
      if (subscription === messages) subscription = undefined;
      loop.wake();
    });
  }

  function unsubscribe(): void {
    subscription?.stop();
    subscription = undefined;
    waiting = []; // Unacknowledged messages are redelivered.
  }

  const loop = startLoop(
    async () => {
      // Connect first, so that the lease is not held while waiting for NATS.
      const jetStream = await connection.jetStream();
      if (!(await leaseHolder.acquire())) {
        unsubscribe();
        return 'rest';
      }
      // Messages of a deleted stream come first, since they cannot be redelivered.
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
    wakeSoon: loop.wakeSoon,
    async stop() {
      await loop.stop();
      unsubscribe();
      await leaseHolder.release();
    },
  };
}

/**
 * Recreates the durable consumer at its oldest unacknowledged message. Otherwise messages sent to
 * another process would return only after the ack timeout, behind newer ones.
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
