import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DomainEvent, newId, type ServiceName, type Uuid } from '@florin/contracts';
import { freePort, spawnNats } from '@florin/local-servers';
import { eventually } from '@florin/testing';
import { connect, type JetStreamManager, type MsgHdrs, NatsError, nanos } from 'nats';

/** A NATS of a test's own, whose streams it may delete: others share the run's. */
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
    /** Publishes as it is: no id by which JetStream would drop a second copy. */
    async publish(service: ServiceName, ...messages: (DomainEvent | Uint8Array | string)[]) {
      await makeStream(streams, service);
      for (const message of messages) {
        const isRaw = typeof message === 'string' || message instanceof Uint8Array;
        const body = isRaw ? message : JSON.stringify(message);
        const type = isRaw ? 'thing.changed' : message.type;
        // Nobody answers until a stream that the code under test makes at the moment is there.
        await eventually(() => client.publish(`florin.${service}.${type}`, body));
      }
    },
    /** Publishes these as the lines of one message in the ledger's stream. */
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

/** The stream of a service, with what a test wants of it. */
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
      // It is there already, or about to be, with the settings that the code under test gives it.
      const { err_code = 0 } = (error instanceof NatsError && error.api_error) || {};
      if (!STREAM_EXISTS.has(err_code)) throw error;
    });
}

/** "stream name already in use" and "subjects overlap with an existing stream". */
const STREAM_EXISTS: ReadonlySet<number> = new Set([10_058, 10_065]);

/** An event of an aggregate; its name says which and where in its order. */
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
