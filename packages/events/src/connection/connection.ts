import { setTimeout as pause } from 'node:timers/promises';
import { connect, Events, type NatsConnection, NatsError, type Status } from 'nats';
import { type NatsConfig, toConnectionOptions } from './nats-config.ts';
import { makeOutages, type Outages } from './outages.ts';
import { type JetStream, NoStream } from './streams.ts';

const CONNECT_TIMEOUT_MS = 2_000;
const CONNECT_RETRY_MS = 500;
/** A server that misses two pings is considered gone. */
const PING_MS = 2_300;
const PINGS_UNANSWERED_MAX = 1;
/** Shorter outages are not reported. */
const LOST_MS_MIN = 1_000;
/** Retry interval of a refused subscription, since NATS does not announce changed rights. */
const SUBSCRIBE_RETRY_MS = 10_000;

export interface EventConnection {
  /** Waits until NATS is connected; rejects once the connection is closed for good. */
  jetStream(): Promise<JetStream>;
  /** Publishes to current subscribers. Best effort: messages are lost during an outage. */
  publish(subject: string, text: string): void;
  /** Calls back with each new message for the lifetime of the connection. */
  subscribe(subject: string, onMessage: (text: string) => void): void;
  /** Why NATS is unreachable or refuses something; undefined while it works. */
  outage(): string | undefined;
  /**
   * Records a failure of a part, such as `publishing`, if NATS caused it. It is in `outage` until
   * the part's `noteRecovery`. Returns whether NATS caused it.
   */
  noteFailure(part: string, error: unknown): boolean;
  noteRecovery(part: string): void;
  close(): Promise<void>;
}

/**
 * Connects in the background, with endless retries: a service works without NATS while its events
 * wait in the outbox.
 * @param self user of the connection, with a reply subject of its own that no other user may read
 * @param onOutage called with the reason of an outage, and with undefined once it is over
 */
export function connectEvents(
  nats: NatsConfig,
  self: string,
  onOutage: (outage: string | undefined) => void,
): EventConnection {
  const outages = makeOutages(onOutage);
  const closing = new AbortController();
  let connection: NatsConnection | undefined;
  let isUp = false;
  /** NATS does not announce granted rights, so each new connection retries these. */
  const refused: string[] = [];

  async function connectUntilClosed(): Promise<JetStream> {
    while (!closing.signal.aborted) {
      try {
        connection = await connect({
          ...toConnectionOptions(nats),
          name: self,
          inboxPrefix: inboxPrefixOf(self),
          timeout: CONNECT_TIMEOUT_MS,
          maxReconnectAttempts: -1,
          reconnectTimeWait: CONNECT_RETRY_MS,
          pingInterval: PING_MS,
          maxPingOut: PINGS_UNANSWERED_MAX,
          // The client would give up for good, but an operator may fix the credentials.
          ignoreAuthErrorAbort: true,
          // Otherwise the client captures a stack trace for each published event.
          noAsyncTraces: true,
        });
        outages.set('connection', undefined);
        void followStatus(connection);
        // Skips a request for account-wide data, which no app has the right to make.
        const manager = await connection.jetstreamManager({ checkAPI: false });
        const { replicas, streamBytes } = nats;
        return { client: connection.jetstream(), manager, replicas, streamBytes };
      } catch (error) {
        outages.set('connection', reasonOf(error));
        await rest(CONNECT_RETRY_MS);
      }
    }
    throw new Error('the connection to NATS was closed');
  }

  /** Without a server, the client would buffer published messages without a bound. */
  async function followStatus(open: NatsConnection): Promise<void> {
    isUp = true;
    for await (const status of open.status()) {
      if (status.type === Events.Disconnect) {
        isUp = false;
        void reportLostConnection();
      }
      if (status.type === Events.Reconnect) {
        isUp = true;
        for (const part of ['connection', ...refused.splice(0)]) outages.set(part, undefined);
      }
      if (status.type === Events.Error) noteRefusal(status);
    }
    isUp = false;
  }

  async function reportLostConnection(): Promise<void> {
    await rest(LOST_MS_MIN);
    if (!isUp && !closing.signal.aborted) outages.set('connection', 'it was lost');
  }

  /** Refusals of calls that are not awaited arrive only as status events. */
  function noteRefusal({ permissionContext: what }: Status): void {
    if (!what || (what.operation === 'publish' && isAnswered(what.subject))) return;
    const part = partOf(what.operation, what.subject);
    refused.push(part);
    outages.set(part, 'not permitted');
  }

  const rest = (ms: number) =>
    pause(ms, undefined, { signal: closing.signal, ref: false }).catch(() => {});

  async function subscribeUntilClosed(
    subject: string,
    onMessage: (text: string) => void,
  ): Promise<void> {
    await connected;
    while (!closing.signal.aborted) {
      try {
        const messages = connection?.subscribe(subject);
        await connection?.flush();
        outages.set(partOf('subscription', subject), undefined);
        for await (const message of messages ?? []) onMessage(message.string());
      } catch {
        // `noteRefusal` has recorded it.
      }
      await rest(SUBSCRIBE_RETRY_MS);
    }
  }

  const connected = connectUntilClosed();
  connected.catch(() => {}); // Callers that await it get the rejection.
  return {
    jetStream: () => connected,
    publish(subject, text) {
      if (isUp) connection?.publish(subject, text);
    },
    subscribe(subject, onMessage) {
      subscribeUntilClosed(subject, onMessage).catch(() => {}); // Closed before the first message.
    },
    outage: outages.first,
    noteFailure: (part, error) => noteFailure(outages, part, error),
    noteRecovery: (part) => outages.set(part, undefined),
    async close() {
      closing.abort();
      await connected.catch(() => {});
      await connection?.close();
    },
  };
}

/** Prefix of a user's reply subjects: `_INBOX_ledger`. */
export function inboxPrefixOf(self: string): string {
  return `_INBOX_${self}`;
}

/** Part name such as `publish florin-revision`. */
function partOf(operation: string, subject: string): string {
  return `${operation} ${subject}`;
}

/** Whether the publisher gets an error reply if a publish to this subject is refused. */
function isAnswered(subject: string): boolean {
  return /^(florin\.|\$JS\.API\.(?!CONSUMER\.MSG\.NEXT\.))/.test(subject);
}

function noteFailure(outages: Outages, part: string, error: unknown): boolean {
  // JetStream's own errors concern the request and do not mean an outage.
  const isOfNats = error instanceof NatsError && !error.isJetStreamError();
  if (!isOfNats && !(error instanceof NoStream)) return false;
  outages.set(part, reasonOf(error));
  return true;
}

/** One line with the causes, since the client's message is only `CONNECTION_REFUSED`. */
function reasonOf(error: unknown): string {
  const messages: string[] = [];
  for (
    let each = error;
    each instanceof Error;
    each = (each as NatsError).chainedError ?? each.cause
  )
    if (!messages.includes(each.message)) messages.push(each.message);
  return messages.join(': ').replaceAll(/\s+/g, ' ');
}
