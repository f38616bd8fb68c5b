import { AppError } from '@florin/contracts';
import { afterEach, expect, it } from 'vitest';
import type { TestTask } from './task-worker.ts';
import { makeWorkerQueue, type WorkerQueue } from './worker-queue.ts';
import { WorkerLimitError } from './worker-thread.ts';

let queue: WorkerQueue<TestTask, string> | undefined;
afterEach(() => queue?.stop());

function open({ deadlineMs = 10_000, waitingMax = 50 } = {}) {
  queue = makeWorkerQueue<TestTask, string>({
    script: new URL('task-worker.ts', import.meta.url),
    deadlineMs,
    heapMbMax: 32,
    idleMs: 1_000,
    waitingMax,
    withinMs: 10_000,
    turnMs: 1,
    what: 'tasks',
  });
  return queue;
}

const quick: TestTask = { kind: 'answer', ms: 0 };

it.each([
  ['loops beyond its deadline', 'loop', new WorkerLimitError('time')],
  ['exceeds the heap', 'allocate', new WorkerLimitError('memory')],
  ['ends its thread', 'exit', { code: 'unavailable' }],
] as const)('a task that %s fails alone: waiting tasks still run', async (_, kind, error) => {
  const { run } = open({ deadlineMs: kind === 'loop' ? 5_000 : 10_000 });
  const bad = run({ kind }, 'a').catch((thrown: unknown) => thrown);
  const waiting = ['a', 'b', 'c'].map((asker) => run(quick, asker));
  expect(await bad).toMatchObject(error);
  expect(await Promise.all(waiting)).toEqual(['done', 'done', 'done']);
});

it('keeps its thread when a task throws', async () => {
  const { run } = open();
  await expect(run({ kind: 'throw' }, 'a')).rejects.toThrow('a task that fails');
  expect(await run(quick, 'a')).toBe('done');
});

it('does not make an account wait for all tasks of another', async () => {
  const { run } = open();
  const order: string[] = [];
  const begin = (asker: string) =>
    run({ kind: 'answer', ms: 20 }, asker).then(() => order.push(asker));
  const all = [...Array.from({ length: 20 }, () => begin('many')), begin('few'), begin('few')];
  await Promise.all(all);
  expect(order.lastIndexOf('few')).toBeLessThan(8);
});

it('rejects the asker with the most tasks when too many wait', async () => {
  const { run } = open({ waitingMax: 4 });
  const many = Array.from({ length: 8 }, () => run(quick, 'many').catch((error: unknown) => error));
  expect(await run(quick, 'few')).toBe('done');
  const refused = (await Promise.all(many)).filter((each) => each instanceof AppError);
  expect(refused.length).toBeGreaterThan(2);
  expect(refused[0]).toMatchObject({
    ...{ code: 'unavailable', message: expect.stringMatching(/^\d tasks wait before yours/) },
    headers: { 'Retry-After': '1' },
  });
});
