import { parentPort } from 'node:worker_threads';
import { READY, type ThreadReply } from './worker-thread.ts';

/** Answers the tasks of a worker queue in its thread. */
export function serveTasks<Task, Result>(work: (task: Task) => Promise<Result>): void {
  const answer = (reply: ThreadReply) => parentPort?.postMessage(reply);
  parentPort?.on('message', (task: Task) => {
    void work(task).then(
      (result) => answer({ result }),
      (error: unknown) => answer({ error }),
    );
  });
  parentPort?.postMessage(READY);
}
