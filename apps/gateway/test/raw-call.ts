import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  readonly text: string;
  /** Status of the first response; undefined when the connection closed without one. */
  readonly status: number | undefined;
  /** JSON body of the first response. */
  readonly body: unknown;
  /** Number of responses. */
  readonly answers: number;
}

/** How long a busy gateway may take for the first byte of a response. */
const ANSWER_MS_MAX = 10_000;

/**
 * Writes raw bytes and reads until the connection closes, or until it is quiet after the first
 * byte.
 */
export function rawCall(
  port: number,
  text: string | ((socket: Socket) => void),
  { quietMs = 150 } = {},
): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      socket.setTimeout(quietMs);
    });
    socket.on('error', () => {});
    socket.on('connect', () => (typeof text === 'string' ? socket.write(text) : text(socket)));
    socket.setTimeout(ANSWER_MS_MAX, () => socket.destroy());
    socket.on('close', () => resolve(toAnswer(Buffer.concat(chunks).toString('latin1'))));
  });
}

function toAnswer(text: string): RawAnswer {
  const [head = '', rest = ''] = text.split(/\r\n\r\n(.*)/s);
  const status = /^HTTP\/1\.1 (\d+)/.exec(head)?.[1];
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  return {
    text,
    status: status === undefined ? undefined : Number(status),
    body: length === 0 ? undefined : JSON.parse(rest.slice(0, length)),
    answers: text.match(/HTTP\/1\.1 \d+/g)?.length ?? 0,
  };
}
