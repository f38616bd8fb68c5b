import { once } from 'node:events';
import { connect } from 'node:net';

export interface BegunRequest {
  /** Sends the rest; resolves to the status of the answer. */
  finish(): Promise<number>;
}

const ANSWER_MS_MAX = 20_000;
const BODY = JSON.stringify({ amount: 1, type: 'credit' });

/** Sends the headers of a request and half of its body. */
export async function beginRequest(url: string, token: string): Promise<BegunRequest> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = [
    'POST /v1/transactions HTTP/1.1',
    'Host: florin',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${BODY.length}`,
    'Connection: close',
  ];
  const half = BODY.length / 2;
  socket.write(`${head.join('\r\n')}\r\n\r\n${BODY.slice(0, half)}`);
  return {
    async finish() {
      let received = '';
      socket.on('data', (chunk) => {
        received += chunk.toString();
      });
      socket.setTimeout(ANSWER_MS_MAX, () => socket.destroy());
      socket.write(BODY.slice(half));
      await once(socket, 'close');
      return Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0);
    },
  };
}
