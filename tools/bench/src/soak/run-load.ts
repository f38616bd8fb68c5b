import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { DayOptions } from './day.ts';
import type { OpenLoad } from './open-load.ts';
import type { Window } from './window.ts';

/** Input of the load process. */
export interface DayLoad
  extends Omit<DayOptions, 'nowMs'>,
    Pick<OpenLoad, 'port' | 'connections' | 'seconds'> {
  readonly perSecond: Readonly<Record<'requests' | 'logins' | 'refreshes', number>>;
  readonly windowMs: number;
}

/** Runs a day's load in a separate process, and reports each window. */
export async function runDayLoad(
  load: DayLoad,
  onWindow: (window: Window) => void,
  signal: AbortSignal,
): Promise<void> {
  const child = fork(join(import.meta.dirname, 'load-process.ts'), { signal });
  child.on('message', (window) => onWindow(window as Window));
  child.send(load);
  const failed = once(child, 'error').then(([error]) => Promise.reject(error));
  const [code] = await Promise.race([once(child, 'exit'), failed]);
  failed.catch(() => undefined);
  if (code !== 0) throw new Error(`the load process has exited with ${code}`);
}
