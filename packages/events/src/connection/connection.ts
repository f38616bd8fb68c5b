import { setTimeout as pause } from 'node:timers/promises';
import { connect, Events, type NatsConnection, NatsError, type Status } from 'nats';
import { type NatsConfig, toConnectionOptions } from './nats-config.ts';
import { makeOutages, type Outages } from './outages.ts';
import { type JetStream, NoStream } from './streams.ts';

const CONNECT_TIMEOUT_MS = 2_000;
const CONNECT_RETRY_MS = 500;
/** A server that is silent for two of these is taken for gone. */
const PING_MS = 2_300;
const PINGS_UNANSWERED_MAX = 1;
/** What was lost and is back by then is nothing to talk about. */
const LOST_MS_MIN = 1_000;
/** A subscription that is not permitted is tried again after this: no message says that rights have changed. */
const SUBSCRIBE_RETRY_MS = 10_000;

export interface EventConnection {
  /** Waits until NATS is there; rejects once the connection is closed for good. */
  jetStream(): Promise<JetStream>;
  /** Publishes to current subscribers. It is lost where NATS is away: nothing may depend on it. */
  publish(subject: string, text: string): void;
  /** Calls back with each message from now on, for as long as the connection lasts. */
  subscribe(subject: string, onMessage: (text: string) => void): void;
  /** Why NATS cannot be reached or refuses; undefined while it does neither. */
  outage(): string | undefined;
  /**
   * Whether this failure of a part, such as `publishing`, is NATS's: it is then in `outage` until
   * the part `works`.
   */
  noteFailure(part: string, error: unknown): boolean;
  noteRecovery(part: string): void;
  close(): Promise<void>;
}

/**
 * Connects in the background and for as long as it takes: a service starts and works without
 * NATS, its events wait in the outbox meanwhile.
 * @param self whose connection it is. The answers that it waits for come to subjects of its own, so
 *   that no other user of the server has to be let near them.
 * @param onOutage called when NATS cannot be reached or refuses, and with undefined when it is back.
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
  /** NATS does not say when these rights are given; a new connection tries them anew. */
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
          // An operator may mend that; the client would give up for good.
          ignoreAuthErrorAbort: true,
          // It would note down a stack for each event published, in case of an error.
          noAsyncTraces: true,
        });
        outages.set('connection', undefined);
        void followStatus(connection);
        // It would ask for what belongs to the whole account, which no other app needs to know.
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

  /** The client keeps what is published while it has no server, without a bound. */
  async function followStatus(open: NatsConnection): Promise<void> {
    isUp = true;
    for await (const status of open.status()) {
      if (status.type === Events.Disconnect) {
        isUp = false;
        void tellWhenLost();
      }
      if (status.type === Events.Reconnect) {
        isUp = true;
        for (const part of ['connection', ...refused.splice(0)]) outages.set(part, undefined);
      }
      if (status.type === Events.Error) noteRefusal(status);
    }
    isUp = false;
  }

  async function tellWhenLost(): Promise<void> {
    await rest(LOST_MS_MIN);
    if (!isUp && !closing.signal.aborted) outages.set('connection', 'it was lost');
  }

  /** A refused publish or subscribe that is not awaited has no error to catch. */
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
        // It is in what `noteRefusal` has noted.
      }
      await rest(SUBSCRIBE_RETRY_MS);
    }
  }

  const connected = connectUntilClosed();
  connected.catch(() => {}); // Whoever waits for it gets the rejection.
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

/** Where the answers to a user's questions come: `_INBOX_ledger`. */
export function inboxPrefixOf(self: string): string {
  return `_INBOX_${self}`;
}

/** `publish florin-revision` */
function partOf(operation: string, subject: string): string {
  return `${operation} ${subject}`;
}

/** Whether a refusal to publish here is answered. */
function isAnswered(subject: string): boolean {
  return /^(florin\.|\$JS\.API\.(?!CONSUMER\.MSG\.NEXT\.))/.test(subject);
}

function noteFailure(outages: Outages, part: string, error: unknown): boolean {
  // What JetStream itself answers is about what it was asked, not about NATS.
  const isOfNats = error instanceof NatsError && !error.isJetStreamError();
  if (!isOfNats && !(error instanceof NoStream)) return false;
  outages.set(part, reasonOf(error));
  return true;
}

/** In one line, with what lies below: the client says no more than `CONNECTION_REFUSED`. */
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
