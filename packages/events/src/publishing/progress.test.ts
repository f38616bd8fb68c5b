import { expect, it } from 'vitest';
import { follow, hasLost, type Progress, purgeBefore, type StreamState } from './progress-model.ts';

const consumer = 'webhooks';
const state: StreamState = {
  ...{ stream: 'a', firstSequence: 11n, lastSequence: 30n, bytes: 600, bytesMax: 1_000 },
};
const before: Progress = { consumer, stream: 'a', sequence: 15n, position: 150n };
const at = (sequence: bigint) => sequence * 10n - 5n;

it('a consumer without pending messages has handled everything published before the check', () => {
  expect(follow(before, { consumer, waiting: 0, floor: 15n }, state, 300n, at)).toEqual({
    ...{ consumer, stream: 'a', sequence: 30n, position: 300n },
  });
});

it('one with pending messages has handled everything before its floor', () => {
  expect(follow(before, { consumer, waiting: 3, floor: 20n }, state, 300n, at)).toEqual({
    ...{ consumer, stream: 'a', sequence: 20n, position: 195n },
  });
});

it('progress never decreases, whatever JetStream reports', () => {
  const durable = { consumer, waiting: 1, floor: 2n };
  expect(follow(before, durable, state, 300n, at)).toEqual(before);
  // During republishing, fewer positions count as published.
  expect(follow(before, { ...durable, waiting: 0 }, state, 90n, at)).toMatchObject({
    position: 150n,
  });
  // Sequences of a recreated stream start at 1.
  expect(follow(before, durable, { ...state, stream: 'b' }, 300n, at)).toMatchObject({
    ...{ stream: 'b', sequence: 2n, position: 150n },
  });
});

it.each([
  ['another stream', { stream: 'b', firstSequence: 1n }, 300n, true],
  ['messages behind its progress are gone', { firstSequence: 17n }, 300n, true],
  ['the stream begins right behind its progress', { firstSequence: 16n }, 300n, false],
  ['another stream, but all was handled', { stream: 'b', firstSequence: 1n }, 150n, false],
])('a loss: %s', (_case, change, published, isLost) => {
  expect(hasLost(before, { ...state, ...change }, published)).toBe(isLost);
});

it.each([
  ['what both have handled goes', 600, [15n, 13n], 14n],
  ['not while the stream is half empty', 400, [15n, 13n], undefined],
  ['not where one has handled nothing of it', 600, [15n, 10n], undefined],
  ['not without a consumer', 600, [], undefined],
])('a purge: %s', (_case, bytes, sequences, first) => {
  const progress = sequences.map((sequence) => ({ ...before, sequence }));
  expect(purgeBefore({ ...state, bytes }, progress)).toBe(first);
});
