import { expect, it } from 'vitest';
import { receive, takeBatch } from './receive.ts';

/** A message of so many events. */
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
])('takes as many whole messages as hold 10 events, one at least: %j', (sizes, taken) => {
  const waiting = sizes.map(messageOf);
  expect(takeBatch(waiting, 10)).toEqual(waiting.slice(0, taken));
});
