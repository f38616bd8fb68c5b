import type { Socket } from 'node:net';

/** How long, and with how much, the other side may go on before the connection is cut. */
const LINGER_MS = 2_000;
const LINGER_BYTES_MAX = 8_388_608;

/**
 * Closes a connection so that what was answered on it arrives. To close one at once that still
 * brings bytes resets it, and the answer is lost on its way (RFC 9112 section 9.6). So only our
 * side ends here; what still comes is thrown away, unread, until the other side ends too.
 */
export function linger(socket: Socket): void {
  if (socket.writableEnded || socket.destroyed) return;
  socket.end();
  let bytesLeft = LINGER_BYTES_MAX;
  // Node's parser is one of them.
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    bytesLeft -= chunk.length;
    if (bytesLeft < 0) socket.destroy();
  });
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
