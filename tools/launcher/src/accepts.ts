import { once } from 'node:events';
import { connect } from 'node:net';

/** Whether a server accepts connections at this URL. */
export async function accepts(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  // A URL has an IPv6 address in brackets; a connection has it without.
  const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''));
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
