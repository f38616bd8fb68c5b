import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { KeyRing } from '@florin/runtime/caller';
import { request } from '@florin/runtime/http';
import {
  ADDRESS_HEADER,
  LINK_PATH,
  LINK_PROTOCOL,
  NONCE_HEADER,
  plainAddress,
  sayHello,
} from './handshake.ts';
import { type LinkEnd, NO_BODY, openEnd } from './link-end.ts';
import {
  type LinkedAnswer,
  type LinkedRequest,
  PING,
  readFromCallee,
  requestHead,
} from './messages.ts';

/** The target of a link, and its caller. */
export interface LinkPlace {
  readonly host: string;
  readonly port: number;
  readonly self: string;
  readonly callee: string;
  readonly callKeys: KeyRing;
  /** Called if the replica's address differs from `host`, which is then a virtual address. */
  onVirtual?(replica: string): void;
}

/** A link that reconnects when its connection is lost. */
export interface Link {
  /** Whether requests can be sent now. */
  isUp(): boolean;
  /** Whether the replica owes answers and has been silent for a second, even to pings. */
  isSilent(): boolean;
  /** Last reported load of the replica, from 0 to 1; undefined until its first report. */
  load(): number | undefined;
  /**
   * Sends a request and returns the service's answer.
   * @param deadline `performance.now()`
   * @throws NotSent while disconnected; after LinkLost and LinkTimeout, the outcome is unknown
   */
  ask(request: LinkedRequest, deadline: number): Promise<LinkedAnswer>;
  /** Waits for open requests, then closes. */
  stop(): void;
}

export class NotSent extends Error {
  override readonly name = 'NotSent';
}
export class LinkLost extends Error {
  override readonly name = 'LinkLost';
}
export class LinkTimeout extends Error {
  override readonly name = 'LinkTimeout';
}

/** Interval for checking deadlines, with one timer for all. */
const TICK_MS = 25;
/** A silent end is pinged, and considered gone if it does not answer. */
const PING_AFTER_MS = 500;
const SILENT_AFTER_MS = 1_000;
const GONE_AFTER_MS = 6_000;
const CONNECT_MS_MAX = 1_000;
const AGAIN_MS = { first: 50, max: 1_000 };
/** Retry delay for a release without links, which answers but cannot upgrade. */
const NO_LINKS_MS = 5_000;
/** Limits of open requests and unsent bytes. Beyond, the caller must use other replicas. */
const OPEN_MAX = 2_048;
const UNSENT_BYTES_MAX = 16_777_216;

interface Waiting {
  readonly deadline: number;
  resolve(answer: LinkedAnswer): void;
  reject(error: Error): void;
}

export function connectLink(place: LinkPlace): Link {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let end: LinkEnd | undefined;
  let isClosing = false;
  let isStopped = false;
  let pauseMs = AGAIN_MS.first;
  let heardAt = 0;
  let load: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;

  function connect(): void {
    const hello = sayHello(place.callKeys, place.self, place.callee);
    const { host, port } = place;
    const asking = request({ host, port, path: LINK_PATH, headers: hello.headers, agent: false });
    asking.setTimeout(CONNECT_MS_MAX, () => asking.destroy(new Error('no response')));
    asking.on('error', () => connectLater(pauseMs));
    asking.on('response', (response) => {
      response.resume();
      connectLater(NO_LINKS_MS);
    });
    asking.on('upgrade', (response: IncomingMessage, socket: Duplex, early: Buffer) => {
      const nonce = response.headers[NONCE_HEADER];
      if (isStopped || response.headers.upgrade !== LINK_PROTOCOL || typeof nonce !== 'string') {
        socket.destroy();
        connectLater(NO_LINKS_MS);
        return;
      }
      asking.setTimeout(0);
      const replica = response.headers[ADDRESS_HEADER];
      // An older release sends no such header.
      if (typeof replica === 'string' && replica !== plainAddress(host)) place.onVirtual?.(replica);
      open(socket, hello.toKeys(nonce), early);
    });
    asking.end();
  }

  function connectLater(afterMs: number): void {
    if (isStopped) return;
    pauseMs = Math.min(pauseMs * 2, AGAIN_MS.max);
    // A socket that was upgraded may also fail. Schedule only one retry.
    clearTimeout(retry);
    retry = setTimeout(connect, afterMs);
    retry.unref();
  }

  function open(
    socket: Duplex,
    keys: ReturnType<ReturnType<typeof sayHello>['toKeys']>,
    early: Buffer,
  ): void {
    isClosing = false;
    heardAt = performance.now();
    load = undefined;
    pauseMs = AGAIN_MS.first;
    const own = { send: keys.fromCaller, receive: keys.fromCallee };
    end = openEnd(socket, own, onMessage, onClose);
    if (early.length > 0) socket.unshift(early);
  }

  function onMessage({ head, body }: { readonly head: string; readonly body: Buffer }): void {
    heardAt = performance.now();
    const said = readFromCallee(head, body);
    if (said === 'pong') return;
    if (said === 'closing') {
      isClosing = true;
      endWhenAnswered();
      return;
    }
    load = said.load ?? load;
    const asked = waiting.get(said.id);
    waiting.delete(said.id);
    asked?.resolve(said);
    if (isClosing) endWhenAnswered();
  }

  function onClose(error: Error | undefined): void {
    end = undefined;
    const lost = [...waiting.values()];
    waiting.clear();
    for (const { reject } of lost)
      reject(new LinkLost(`the connection to ${place.callee} was lost`, { cause: error }));
    if (isStopped) clearInterval(timer);
    else connectLater(pauseMs);
  }

  function endWhenAnswered(): void {
    if (waiting.size === 0) end?.end();
  }

  function tick(): void {
    const now = performance.now();
    if (waiting.size === 0) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    for (const [id, { deadline, reject }] of waiting) {
      if (deadline > now) continue;
      waiting.delete(id);
      reject(new LinkTimeout(`${place.callee} did not answer in time`));
    }
    if (now > heardAt + GONE_AFTER_MS) end?.destroy();
    else if (now > heardAt + PING_AFTER_MS) end?.send(PING, NO_BODY);
    if (isClosing) endWhenAnswered();
  }

  const isUp = () => end !== undefined && !isClosing;
  connect();
  return {
    isUp,
    isSilent: () => waiting.size > 0 && performance.now() > heardAt + SILENT_AFTER_MS,
    load: () => load,
    ask(asked, deadline) {
      if (!end || isClosing) return Promise.reject(new NotSent(`${place.callee} is not linked`));
      if (waiting.size >= OPEN_MAX || end.unsentBytes() > UNSENT_BYTES_MAX)
        return Promise.reject(new NotSent(`${place.callee} has much to answer already`));
      if (timer === undefined) {
        // Silence counts only from the first open request.
        heardAt = performance.now();
        timer = setInterval(tick, TICK_MS);
      }
      lastId += 1;
      const id = lastId;
      end.send(requestHead(id, asked), asked.body, waiting.size === 0);
      return new Promise((resolve, reject) => {
        waiting.set(id, { deadline, resolve, reject });
      });
    },
    stop() {
      isStopped = true;
      isClosing = true;
      clearTimeout(retry);
      endWhenAnswered();
    },
  };
}
