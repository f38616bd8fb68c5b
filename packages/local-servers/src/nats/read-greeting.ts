import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * What a NATS server says first: a line that starts with INFO and tells what it is.
 * @throws Error when nothing comes within `timeoutMs`.
 */
export async function readGreeting(port: number, timeoutMs: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  try {
    const [first]: unknown[] = await once(socket, 'data', {
      signal: AbortSignal.timeout(timeoutMs),
    });
    return String(first);
  } finally {
    socket.destroy();
  }
}
