import { expect, it } from 'vitest';
import { toQueues } from './queues.ts';
import type { PureRow, Row } from './row.ts';

const row = (id: PureRow['id'], isIdle = false, isTimed = false): PureRow => ({
  id,
  isIdle,
  isTimed,
  fault: '',
  holds: '',
  control: '',
  figures: [],
  run: () => Promise.reject(new Error('is not run')),
});
const rows = [row('F1'), row('F2', true), row('F3'), row('F4'), row('F5', false, true)];
const kept = [
  { id: 'F1', seconds: 1 },
  { id: 'F2', seconds: 9 },
  { id: 'F4', seconds: 4 },
];
const idsOf = (queue: Iterable<Row> | undefined) => [...(queue ?? [])].map(({ id }) => id);

it('lets workers share the busy rows, new and long ones first, and gives the idle rows one worker', () => {
  const { timed, queues } = toQueues(rows, kept, 2);
  const [first, second, third] = queues;
  expect(idsOf(timed)).toEqual(['F5']);
  expect(second).toBe(first);
  expect(idsOf(first)).toEqual(['F3', 'F4', 'F1']);
  expect(idsOf(third)).toEqual(['F2']);
});

it('runs single rows in their given order', () => {
  const { timed, queues } = toQueues(rows, kept, 1);
  const [first, second] = queues;
  expect(idsOf(timed)).toEqual(['F5']);
  expect(idsOf(first)).toEqual(['F1', 'F2', 'F3', 'F4']);
  expect(idsOf(second)).toEqual([]);
});
