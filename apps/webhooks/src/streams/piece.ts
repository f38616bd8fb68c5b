import { toPublicId } from '@florin/contracts';
import { type LoggedEvent, toPublicEvent } from '../domain/event.ts';

/** An event as a server-sent one; JSON has no line ends of its own. */
export function toPiece(event: LoggedEvent): string {
  const id = toPublicId('event', event.id);
  return `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(toPublicEvent(event))}\n\n`;
}

/** A comment: keeps what lies between from taking the connection for dead. */
export const HEARTBEAT = ': nothing new\n\n';

/** Tells a client that was cut when to come back. */
export const GREETING = 'retry: 1000\n\n';
