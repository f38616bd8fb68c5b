export { serveTasks } from './serve-tasks.ts';
export { makeWorkerQueue, type WorkerQueue } from './worker-queue.ts';
export { WorkerLimitError } from './worker-thread.ts';
