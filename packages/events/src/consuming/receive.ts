import { type Envelope, type Part, partsOf } from '../messages/gathered.ts';

/** The part of a JetStream message that a consumer uses. */
export interface Message extends Envelope {
  ack(): void;
}

/** A received message and its events. */
export interface Received<Sent extends Message = Message> {
  readonly message: Sent;
  readonly parts: readonly Part[];
}

export function receive<Sent extends Message>(message: Sent): Received<Sent> {
  return { message, parts: partsOf(message) };
}

/** The first messages with at most `eventsMax` events, but at least one message if there is any. */
export function takeBatch<Sent extends Message>(
  waiting: readonly Received<Sent>[],
  eventsMax: number,
): readonly Received<Sent>[] {
  let events = 0;
  const over = waiting.findIndex(({ parts }) => {
    events += parts.length;
    return events > eventsMax;
  });
  return over === -1 ? waiting.slice() : waiting.slice(0, Math.max(1, over));
}
