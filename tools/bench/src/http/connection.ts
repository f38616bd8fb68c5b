import { connect, type Socket } from 'node:net';

const ANSWER_BYTES_MAX = 1_000_000;
const ANSWER_MS_MAX = 30_000;

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface Connection {
  /** Sends a whole request and waits for its whole answer; one at a time. */
  ask(request: string): Promise<Answer>;
  close(): void;
}

/**
 * A keep-alive connection to 127.0.0.1 with the part of HTTP/1.1 that benchmarks need. A general
 * client takes four to eight times the processor time, which the measured services would lose.
 */
export function openConnection(port: number): Connection {
  let socket: Socket | undefined;
  let waiting: PromiseWithResolvers<Answer> | undefined;
  let received = '';

  function fail(error: Error): void {
    socket?.destroy();
    socket = undefined;
    waiting?.reject(error);
    waiting = undefined;
  }

  function hear(chunk: Buffer): void {
    received += chunk.toString('latin1');
    try {
      const answer = readAnswer(received);
      if (answer === undefined) return;
      waiting?.resolve(answer);
      waiting = undefined;
    } catch (error) {
      fail(error as Error);
    }
  }

  function dial(): Socket {
    const fresh = connect(port, '127.0.0.1');
    fresh.setNoDelay(true);
    fresh.setTimeout(ANSWER_MS_MAX, () => waiting && fail(new Error('no answer in time')));
    fresh.on('data', hear);
    fresh.on('error', fail);
    fresh.on('close', () => socket === fresh && fail(new Error('the connection was closed')));
    return fresh;
  }

  return {
    ask(request) {
      received = '';
      waiting = Promise.withResolvers<Answer>();
      socket ??= dial();
      socket.write(request);
      return waiting.promise;
    },
    close() {
      fail(new Error('closed'));
    },
  };
}

/**
 * Undefined until it is complete.
 * @throws Error for an answer that no service of Florin sends.
 */
function readAnswer(received: string): Answer | undefined {
  if (received.length > ANSWER_BYTES_MAX) throw new Error('an answer without an end');
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const length = /\r\ncontent-length: *(\d+)/i.exec(received)?.[1];
  if (length === undefined) throw new Error('an answer without a length');
  const bodyStart = headEnd + 4;
  if (received.length < bodyStart + Number(length)) return undefined;
  return { status: Number(received.slice(9, 12)), body: received.slice(bodyStart) };
}
