import type { KeyObject } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { type Message, makePacker, makeUnpacker, type Received } from './frames.ts';

/** One end of a link. */
export interface LinkEnd {
  /**
   * Sends a message, batched with others of the same moment.
   * @param isAlone sends at once, since no other request is open
   */
  send(head: string, body: Uint8Array, isAlone?: boolean): void;
  /** Bytes that the other end has not read yet. */
  unsentBytes(): number;
  /** Sends what is left, then closes. */
  end(): void;
  destroy(): void;
}

/**
 * Pause after a frame, to batch messages: each frame costs a system call and wakes the other end.
 */
const GATHER_MS = 2;

export const NO_BODY = new Uint8Array(0);

/**
 * Sends and receives frames over a connection with agreed keys.
 * @param onClose called once, with an error if there was one
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
  // The other end has closed, so close as well.
  socket.on('end', () => socket.end());
  socket.on('close', () => onClose(failure));

  return {
    send(head, body, isAlone = false) {
      if (waiting.length === 0) {
        if (!isAlone && performance.now() < flushedAt + GATHER_MS) setTimeout(flush, GATHER_MS);
        // After the other data that arrived in this turn of the event loop.
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
