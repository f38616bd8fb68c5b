import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * Reads a NATS server's first line, which starts with INFO and describes the server.
 * @throws Error if none arrives within `timeoutMs`
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
