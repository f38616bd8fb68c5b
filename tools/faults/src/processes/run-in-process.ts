import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Row } from '../row.ts';
import type { Ran } from '../run-row.ts';
import type { Message, RowReport, Task } from './messages.ts';

export interface Watch {
  readonly signal: AbortSignal;
  readonly progress: (isControl: boolean, done: number, all: number) => void;
}

/** Runs a row in a separate process. @throws Error when that process exits without a report. */
export async function runInProcess(
  row: Row,
  circumstances: Omit<Task, 'id'>,
  { signal, progress }: Watch,
): Promise<{ readonly ran: Ran; readonly servers: string | undefined }> {
  const task: Task = { ...circumstances, id: row.id };
  const child = fork(join(import.meta.dirname, 'row-process.ts'), [JSON.stringify(task)]);
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  let report: RowReport | undefined;
  child.on('message', (message: Message) => {
    if (message.kind === 'ran') report = message.report;
    else progress(message.isControl, message.done, message.all);
  });
  const [code] = await once(child, 'exit');
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  if (!report) throw new Error(`the process of ${row.id} has exited with ${code}`);
  const { servers, error, ...outcome } = report;
  return { servers, ran: { ...outcome, row, error: error ? new Error(error) : undefined } };
}
