import { expect, it } from 'vitest';
import { receive, takeBatch } from './receive.ts';

/** A message with this number of events. */
const messageOf = (events: number) =>
  receive({
    subject: 'florin.ledger.thing.gathered',
    data: new TextEncoder().encode(Array.from({ length: events }, () => '{}').join('\n')),
    ack: () => {},
  });

it.each([
  [[], 0],
  [[1, 1, 1], 3],
  [[3, 4, 3], 3],
  [[3, 4, 4], 2],
  [[11, 1], 1],
  [[10, 1], 1],
])('takes as many whole messages as fit into 10 events, at least one: %j', (sizes, taken) => {
  const waiting = sizes.map(messageOf);
  expect(takeBatch(waiting, 10)).toEqual(waiting.slice(0, taken));
});
