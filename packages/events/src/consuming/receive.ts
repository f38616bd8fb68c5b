import { type Envelope, type Part, partsOf } from '../messages/gathered.ts';

/** What a consumer needs of a JetStream message. */
export interface Message extends Envelope {
  ack(): void;
}

/** A message that has come, and the events in it. */
export interface Received<Sent extends Message = Message> {
  readonly message: Sent;
  readonly parts: readonly Part[];
}

export function receive<Sent extends Message>(message: Sent): Received<Sent> {
  return { message, parts: partsOf(message) };
}

/** The first messages of these, with no more than so many events: at least one where there is any. */
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
