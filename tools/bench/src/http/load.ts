import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Load } from '../drive.ts';
import type { Requests } from './requests.ts';

/** Input of the load process. */
export interface HttpLoad {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  readonly seed: number;
  readonly requests: Requests;
}

/** Runs a load in a separate process, so that this one's work does not delay it. */
export async function runHttpLoad(load: HttpLoad, signal: AbortSignal): Promise<Load> {
  const child = fork(join(import.meta.dirname, 'load-process.ts'), { signal });
  const failed = once(child, 'error').then(([error]) => Promise.reject(error));
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`the load process has exited with ${code}`)),
  );
  child.send(load);
  const [result] = await Promise.race([once(child, 'message'), failed, ended]);
  // It ends by itself; neither promise is awaited any more.
  for (const left of [failed, ended]) left.catch(() => undefined);
  return result as Load;
}
