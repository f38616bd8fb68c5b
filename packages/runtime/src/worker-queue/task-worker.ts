import { setTimeout as pause } from 'node:timers/promises';
import { serveTasks } from './serve-tasks.ts';

export type TestTask =
  | { readonly kind: 'answer'; readonly ms: number }
  | { readonly kind: 'loop' | 'allocate' | 'exit' | 'throw' };

/** Tasks for the queue's tests. */
async function work(task: TestTask): Promise<string> {
  if (task.kind === 'answer') await pause(task.ms);
  if (task.kind === 'throw') throw new RangeError('a task that fails');
  if (task.kind === 'exit') process.exit(1);
  const kept: number[][] = [];
  while (task.kind === 'loop' || task.kind === 'allocate')
    if (task.kind === 'allocate') kept.push(Array.from({ length: 10_000 }, Math.random));
  return 'done';
}

serveTasks(work);
