import type { ServiceName } from '@florin/contracts';
import {
  connect,
  Events,
  type JetStreamClient,
  type JetStreamManager,
  type Msg,
  type NatsConnection,
  NatsError,
  nanos,
} from 'nats';

const CONNECT_TIMEOUT_MS = 2_000;
const CONNECT_RETRY_MS = 500;
const STREAM_AGE_MAX_MS = 7 * 86_400_000;
const STREAM_BYTES_MAX = 1_073_741_824;
/** Within this time JetStream itself drops a second copy of an event. */
const DUPLICATE_WINDOW_MS = 120_000;

export interface JetStream {
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
}

export interface EventConnection {
  /** Waits until NATS is there; rejects once the connection is closed for good. */
  jetStream(): Promise<JetStream>;
  /** Tells those who listen now. It is lost where NATS is away: nothing may depend on it. */
  tell(subject: string, text: string): void;
  /** Calls back with what is told from now on, for as long as the connection lasts. */
  listen(subject: string, hear: (text: string) => void): void;
  close(): Promise<void>;
}

/** The stream that holds a service's events. */
export function streamOf(service: ServiceName): string {
  return `florin_${service}`;
}

/** Where an event is published: `florin.ledger.transaction.created`. */
export function subjectOf(service: ServiceName, type: string): string {
  return `florin.${service}.${type}`;
}

/**
 * Connects in the background and for as long as it takes: a service starts and works without
 * NATS, its events wait in the outbox meanwhile.
 */
export function connectEvents(url: string, clientName: string): EventConnection {
  let isClosed = false;
  let connection: NatsConnection | undefined;
  let isUp = false;

  async function connectUntilClosed(): Promise<JetStream> {
    while (!isClosed) {
      try {
        connection = await connect({
          servers: url,
          name: clientName,
          timeout: CONNECT_TIMEOUT_MS,
          maxReconnectAttempts: -1,
          reconnectTimeWait: CONNECT_RETRY_MS,
          // It would note down a stack for each event published, in case of an error.
          noAsyncTraces: true,
        });
        const manager = await connection.jetstreamManager();
        void followStatus(connection);
        return { client: connection.jetstream(), manager };
      } catch {
        await connection?.close();
        await new Promise((resolve) => setTimeout(resolve, CONNECT_RETRY_MS));
      }
    }
    throw new Error('the connection to NATS was closed');
  }

  /** The client keeps what is published while it has no server, without a bound. */
  async function followStatus(open: NatsConnection): Promise<void> {
    isUp = true;
    for await (const { type } of open.status()) {
      if (type === Events.Disconnect) isUp = false;
      if (type === Events.Reconnect) isUp = true;
    }
    isUp = false;
  }

  const connected = connectUntilClosed();
  connected.catch(() => {}); // Whoever waits for it gets the rejection.
  return {
    jetStream: () => connected,
    tell(subject, text) {
      if (isUp) connection?.publish(subject, text);
    },
    listen(subject, hear) {
      const callback = (error: unknown, message: Msg): void => {
        if (!error) hear(message.string());
      };
      connected.then(
        () => connection?.subscribe(subject, { callback }),
        () => {}, // Closed before there was anything to hear.
      );
    },
    async close() {
      isClosed = true;
      await connected.catch(() => {});
      await connection?.close();
    },
  };
}

/** Makes a service's stream unless it is there; its bounds keep the disk from filling. */
export async function ensureStream({ manager }: JetStream, service: ServiceName): Promise<void> {
  try {
    await manager.streams.info(streamOf(service));
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await manager.streams.add({
      name: streamOf(service),
      subjects: [`${subjectOf(service, '>')}`],
      max_age: nanos(STREAM_AGE_MAX_MS),
      max_bytes: STREAM_BYTES_MAX,
      duplicate_window: nanos(DUPLICATE_WINDOW_MS),
    });
  }
}

/** Whether JetStream says that a stream or consumer does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof NatsError && error.api_error?.code === 404;
}
