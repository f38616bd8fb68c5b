import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Load } from '../drive.ts';
import type { Requests } from './requests.ts';

/** What the process that puts the load on is told. */
export interface HttpLoad {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  readonly seed: number;
  readonly requests: Requests;
}

/** Puts a load on by a process of its own, so that this one's work does not delay it. */
export async function runHttpLoad(load: HttpLoad, signal: AbortSignal): Promise<Load> {
  const child = fork(join(import.meta.dirname, 'load-process.ts'), { signal });
  const failed = once(child, 'error').then(([error]) => Promise.reject(error));
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`the process that puts the load on ended with ${code}`)),
  );
  child.send(load);
  const [result] = await Promise.race([once(child, 'message'), failed, ended]);
  // It ends by itself; neither of these is waited for any more.
  for (const left of [failed, ended]) left.catch(() => undefined);
  return result as Load;
}
