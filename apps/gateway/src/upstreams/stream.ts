import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * Passes an answer on as it comes, until one side ends. A client that has ended its own side has
 * left: it cannot be told from one that is gone, and a stream that nobody reads would have no end.
 */
export async function passStream(
  { socket }: IncomingMessage,
  response: ServerResponse,
  pieces: Readable,
): Promise<void> {
  const leave = (): void => void response.destroy();
  socket.once('end', leave);
  if (socket.readableEnded) leave();
  response.flushHeaders();
  // Each ends with the other; that one has ended is nothing to report.
  await pipeline(pieces, response).catch(() => {});
  socket.off('end', leave);
}

/** Ends the answer to HEAD, and the stream with it, of which only the head was asked for. */
export function endWithoutBody(response: ServerResponse, pieces: Readable): void {
  // That it was cut is nothing to report.
  pieces.on('error', () => {}).destroy();
  response.end();
}
