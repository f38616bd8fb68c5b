import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DomainEvent, newId, type ServiceName, type Uuid } from '@florin/contracts';
import { freePort, spawnNats } from '@florin/local-servers';
import { eventually } from '@florin/testing';
import { connect, type JetStreamManager, type MsgHdrs, NatsError, nanos } from 'nats';

/** A dedicated NATS whose streams the test may delete; other tests share one. */
export async function startNats(port?: number) {
  const directory = await mkdtemp(join(tmpdir(), 'florin-events-'));
  const storeDir = join(directory, 'nats');
  const server = await spawnNats({ storeDir, port: port ?? (await freePort()) });
  const connection = await connect({ servers: server.url });
  const streams = await connection.jetstreamManager();
  const client = connection.jetstream();

  return {
    url: server.url,
    streams,
    /** Publishes without a message id, so that JetStream does not deduplicate. */
    async publish(service: ServiceName, ...messages: (DomainEvent | Uint8Array | string)[]) {
      await makeStream(streams, service);
      for (const message of messages) {
        const isRaw = typeof message === 'string' || message instanceof Uint8Array;
        const body = isRaw ? message : JSON.stringify(message);
        const type = isRaw ? 'thing.changed' : message.type;
        // Publishing fails until the code under test has created its stream.
        await eventually(() => client.publish(`florin.${service}.${type}`, body));
      }
    },
    /** Publishes the lines as one message in the ledger's stream. */
    async publishLines(subject: string, bodies: readonly (DomainEvent | string)[]) {
      await makeStream(streams, 'ledger');
      const lines = bodies.map((body) => (typeof body === 'string' ? body : JSON.stringify(body)));
      await client.publish(subject, lines.join('\n'));
    },
    /** The messages in a service's stream, oldest first. */
    async readMessages(service: ServiceName) {
      const { state } = await streams.streams.info(`florin_${service}`);
      const read: { subject: string; headers: MsgHdrs; events: DomainEvent[] }[] = [];
      for (let seq = Math.max(state.first_seq, 1); seq <= state.last_seq; seq += 1) {
        const {
          subject,
          header: headers,
          data,
        } = await streams.streams.getMessage(`florin_${service}`, { seq });
        const lines = Buffer.from(data).toString().split('\n');
        read.push({ subject, headers, events: lines.map((line) => JSON.parse(line)) });
      }
      return read;
    },
    /** The events in a service's stream, oldest first. */
    async read(service: ServiceName): Promise<DomainEvent[]> {
      return (await this.readMessages(service)).flatMap(({ events }) => events);
    },
    async deleteStreams() {
      for (const name of await streams.streams.names().next()) await streams.streams.delete(name);
    },
    async stop() {
      await connection.close();
      await server.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type NatsServer = Awaited<ReturnType<typeof startNats>>;

/** Creates a service's stream with the test's settings. */
export async function makeStream(
  streams: JetStreamManager,
  service: ServiceName,
  config: { readonly max_msg_size?: number } = {},
): Promise<void> {
  await streams.streams
    .add({
      name: `florin_${service}`,
      subjects: [`florin.${service}.>`],
      duplicate_window: nanos(120_000),
      ...config,
    })
    .catch((error: unknown) => {
      // The code under test has created it, or is about to.
      const { err_code = 0 } = (error instanceof NatsError && error.api_error) || {};
      if (!STREAM_EXISTS.has(err_code)) throw error;
    });
}

/** "stream name already in use" and "subjects overlap with an existing stream". */
const STREAM_EXISTS: ReadonlySet<number> = new Set([10_058, 10_065]);

/** An event of an aggregate with its sequence number and a name. */
export function eventOf(aggregateId: Uuid, sequence: number, name = `${sequence}`): DomainEvent {
  return {
    id: newId(),
    type: 'thing.changed',
    created_at: '2026-01-31T00:00:00.000Z',
    account_id: null,
    aggregate_id: aggregateId,
    aggregate_sequence: sequence,
    data: { object: { name } },
    request: { id: null, idempotency_key: null },
  };
}
