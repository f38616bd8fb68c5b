import { describe, expect, it } from 'vitest';
import { makeCommandQueue } from './queue.ts';

const accountOf = (item: string) => item.slice(0, 1);

/** A queue of items such as `a1`, where the letter is the account. */
function queueOf(items: readonly string[], limits = { batchMax: 8, queueMax: 1_000 }) {
  const queue = makeCommandQueue<string>(limits);
  for (const item of items) queue.push(accountOf(item), item);
  return queue;
}

describe('the command queue', () => {
  it('serves in order of arrival, up to a batch', () => {
    const queue = queueOf(['a1', 'b1', 'c1'], { batchMax: 2, queueMax: 1_000 });
    expect(queue.take()).toEqual(['a1', 'b1']);
    expect(queue.size).toBe(1);
    expect(queue.take()).toEqual(['c1']);
    expect(queue.take()).toEqual([]);
  });

  it('lets a single account fill the batch', () => {
    const items = Array.from({ length: 9 }, (_, index) => `a${index}`);
    expect(queueOf(items).take()).toEqual(items.slice(0, 8));
  });

  it('gives each account its share before any gets more, in order', () => {
    const queue = queueOf(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2', 'b3', 'c1']);
    expect(queue.take()).toEqual(['a1', 'a2', 'b1', 'b2', 'c1', 'a3', 'a4', 'a5']);
  });

  it('prefers accounts that were not served', () => {
    const queue = queueOf(['a1', 'a2', 'b1', 'c1'], { batchMax: 1, queueMax: 1_000 });
    const taken: string[] = [];
    for (let batch = queue.take(); batch.length > 0; batch = queue.take()) {
      taken.push(...batch);
      queue.release(batch.map(accountOf));
    }
    expect(taken).toEqual(['a1', 'b1', 'c1', 'a2']);
  });

  it('skips accounts of batches in flight until they are done', () => {
    const queue = queueOf(['a1', 'b1']);
    const first = queue.take();
    for (const item of ['a2', 'c1']) queue.push(accountOf(item), item);
    expect(queue.take()).toEqual(['c1']);
    expect(queue.take()).toEqual([]);
    queue.release(first.map(accountOf));
    expect(queue.take()).toEqual(['a2']);
  });

  it('reserves places for others if one account floods it', () => {
    const queue = queueOf([], { batchMax: 8, queueMax: 100 });
    const flood = Array.from({ length: 100 }, (_, index) => queue.push('a', `a${index}`));
    expect(flood.filter((isTaken) => isTaken)).toHaveLength(50);
    expect(queue.push('b', 'b1')).toBe(true);
    expect(queue.push('a', 'a100')).toBe(false);
    const others = Array.from({ length: 100 }, (_, index) => queue.push(`other ${index}`, 'x'));
    expect(others.filter((isTaken) => isTaken)).toHaveLength(49);
    expect(queue.size).toBe(100);
  });
});
