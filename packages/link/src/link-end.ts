import type { KeyObject } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { type Message, makePacker, makeUnpacker, type Received } from './frames.ts';

/** One end of a link. */
export interface LinkEnd {
  /**
   * Sends a message, together with others that are about to be sent.
   * @param isAlone nothing else is asked or to be answered: none follows soon, and it does not wait for one.
   */
  send(head: string, body: Uint8Array, isAlone?: boolean): void;
  /** Bytes that the other end has not taken yet. */
  unsentBytes(): number;
  /** Sends what is left, and then nothing more. */
  end(): void;
  destroy(): void;
}

/** Behind a frame the next one gathers for so long: each is a call of the system here and a turn of the other process. */
const GATHER_MS = 2;

export const NO_BODY = new Uint8Array(0);

/**
 * Sends and receives over a connection that both ends have keys for.
 * @param onClose called once, with what was wrong if anything was.
 */
export function openEnd(
  socket: Duplex,
  keys: { readonly send: KeyObject; readonly receive: KeyObject },
  onMessage: (message: Received) => void,
  onClose: (error: Error | undefined) => void,
): LinkEnd {
  const pack = makePacker(keys.send);
  const unpack = makeUnpacker(keys.receive);
  let waiting: Message[] = [];
  let flushedAt = Number.NEGATIVE_INFINITY;
  let failure: Error | undefined;

  function flush(): void {
    const messages = waiting;
    waiting = [];
    flushedAt = performance.now();
    if (!socket.writable) return;
    for (const frame of pack(messages, Date.now())) socket.write(frame);
  }

  socket.on('data', (chunk: Buffer) => {
    try {
      for (const message of unpack(chunk)) onMessage(message);
    } catch (error) {
      socket.destroy(error as Error);
    }
  });
  socket.on('error', (error) => {
    failure = error;
  });
  // The other end sends nothing more, and waits for nothing more.
  socket.on('end', () => socket.end());
  socket.on('close', () => onClose(failure));

  return {
    send(head, body, isAlone = false) {
      if (waiting.length === 0) {
        if (!isAlone && performance.now() < flushedAt + GATHER_MS) setTimeout(flush, GATHER_MS);
        // Behind what else arrived in this turn of the event loop.
        else setImmediate(flush);
      }
      waiting.push({ head, body });
    },
    unsentBytes: () => socket.writableLength,
    end() {
      if (waiting.length > 0) flush();
      socket.end();
    },
    destroy: () => void socket.destroy(),
  };
}
