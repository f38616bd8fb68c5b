import { expect, it } from 'vitest';
import { makeQueue } from './queue.ts';

it('returns items in order, and reports when there is none', async () => {
  const queue = makeQueue<string>(10);
  expect([queue.offer('a', 5), queue.offer('b', 5)]).toEqual([true, true]);
  expect([await queue.take(0), await queue.take(0)]).toEqual([{ item: 'a' }, { item: 'b' }]);
  expect(await queue.take(0)).toBe('nothing');
  const waiting = queue.take(60_000);
  queue.offer('c', 1);
  expect(await waiting).toEqual({ item: 'c' });
});

it('accepts one item of any length, but no second one beyond the limit, and then no other', async () => {
  const queue = makeQueue<string>(10);
  expect(queue.offer('large', 1_000)).toBe(true);
  expect(queue.offer('b', 1)).toBe(false);
  expect(await queue.take(0)).toEqual({ item: 'large' });
  // A later item must not overtake a refused one.
  expect(queue.offer('c', 1)).toBe(false);
  expect(await queue.take(60_000)).toBe('ended');
});

it('ends for a waiting reader', async () => {
  const queue = makeQueue<string>(10);
  const waiting = queue.take(60_000);
  queue.end();
  expect(await waiting).toBe('ended');
});
