import { randomUUID } from 'node:crypto';
import type { ServiceName } from '@florin/contracts';
import { dropLease, holdLease, type LeaseTables } from '@florin/database';
import { type Loop, startLoop } from '@florin/loop';
import type { Kysely } from 'kysely';
import { AckPolicy, type ConsumerMessages, DeliverPolicy, type JsMsg, nanos } from 'nats';
import {
  type EventConnection,
  ensureStream,
  isNotFound,
  type JetStream,
  streamOf,
} from './connection.ts';
import type { Consumer, ConsumerTables } from './consumer.ts';
import { handleBatch } from './handle-batch.ts';

const BATCH_MAX = 256;
const ACK_WAIT_MS = 30_000;
/** Sent but not yet acknowledged: bounds what waits in memory. */
const UNACKNOWLEDGED_MAX = 1_024;
const LEASE_MS = 5_000;
const REST_MS = 1_000;
const REST_AFTER_ERROR_MS = 500;

/**
 * Consumes one service's stream in batches, each in one transaction, acknowledged after commit.
 * One process at a time consumes a stream, by a lease, so that an aggregate's events stay in order.
 */
export function startConsumer<Tables extends ConsumerTables>(
  connection: EventConnection,
  source: ServiceName,
  consumer: Consumer<Tables>,
): Loop {
  const db = consumer.db as unknown as Kysely<LeaseTables>;
  const lease = {
    name: `${consumer.name}:${source}`,
    holder: randomUUID(),
    durationMs: LEASE_MS,
  };
  let waiting: JsMsg[] = [];
  let subscription: ConsumerMessages | undefined;

  async function subscribe(): Promise<void> {
    const jetStream = await connection.jetStream();
    await ensureStream(jetStream, source);
    await ensureConsumer(jetStream, source, consumer.name);
    const durable = await jetStream.client.consumers.get(streamOf(source), consumer.name);
    const messages = await durable.consume({
      max_messages: BATCH_MAX,
      abort_on_missing_resource: true,
      callback(message) {
        waiting.push(message);
        loop.wake();
      },
    });
    subscription = messages;
    // The stream or its consumer was deleted: the next round makes them again.
    void messages.closed().then(() => {
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
      if (!(await holdLease(db, lease))) {
        unsubscribe();
        return 'rest';
      }
      if (!subscription) await subscribe();
      const batch = waiting.slice(0, BATCH_MAX);
      if (batch.length === 0) return 'rest';
      await handleBatch(consumer, lease, batch);
      waiting = waiting.slice(batch.length);
      return 'again';
    },
    { restMs: REST_MS, restAfterErrorMs: REST_AFTER_ERROR_MS },
    consumer.onError,
  );
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop();
      unsubscribe();
      await dropLease(db, lease).catch(() => {}); // It runs out by itself.
    },
  };
}

async function ensureConsumer(
  { manager }: JetStream,
  source: ServiceName,
  name: string,
): Promise<void> {
  try {
    await manager.consumers.info(streamOf(source), name);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await manager.consumers.add(streamOf(source), {
      durable_name: name,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: nanos(ACK_WAIT_MS),
      max_ack_pending: UNACKNOWLEDGED_MAX,
    });
  }
}
