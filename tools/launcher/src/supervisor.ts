import { setTimeout as sleep } from 'node:timers/promises';
import { countQuickDeaths, restartDelayMs } from './restart-delay.ts';

export interface Running {
  readonly pid: number;
  readonly port: number;
  readonly url: string;
  /** Resolves, with a description of the exit, when the process is gone. */
  readonly exited: Promise<string>;
  /** True once it was ready; before that, repeated deaths are hopeless. */
  readonly wasReady: () => boolean;
  /** The end of its output. */
  readonly lastLines: () => string;
  stop(): Promise<void>;
  kill(): void;
}

export interface Supervised {
  readonly name: string;
  /** Rejects if it cannot start; gives up early when the signal is aborted. */
  start(signal: AbortSignal): Promise<Running>;
  /** It is given up when it dies this often in a row without ever having been ready. */
  readonly quickDeathsMax: number;
}

export interface SupervisorEvents {
  onUp(name: string, running: Running): Promise<void>;
  onDown(name: string): Promise<void>;
  /** Receives a sentence about a death and the reaction. */
  onRestart(message: string): void;
  onHopeless(error: Error): void;
}

export interface Supervision {
  /** Resolves when it runs for the first time, and also when it is given up. */
  readonly firstStart: Promise<void>;
  stop(): Promise<void>;
  kill(): void;
}

/** Keeps one process running until stopped. */
export function supervise(thing: Supervised, events: SupervisorEvents): Supervision {
  const stopping = new AbortController();
  const firstStart = Promise.withResolvers<void>();
  let running: Running | undefined;
  let everReady = false;

  /** One life; returns a description of its end, or undefined if it was stopped. */
  async function live(): Promise<string | undefined> {
    try {
      running = await thing.start(stopping.signal);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    await events.onUp(thing.name, running);
    firstStart.resolve();
    // A stop during the start found no process to stop.
    if (stopping.signal.aborted) await running.stop();
    const ending = await running.exited;
    everReady ||= running.wasReady();
    const lastLines = everReady ? '' : `\n${running.lastLines()}`;
    running = undefined;
    await events.onDown(thing.name);
    return `${ending}${lastLines}`;
  }

  async function keepRunning(): Promise<void> {
    let quickDeaths = 0;
    while (!stopping.signal.aborted) {
      const startedAtMs = performance.now();
      const ending = await live();
      if (stopping.signal.aborted) return;
      quickDeaths = countQuickDeaths(quickDeaths, performance.now() - startedAtMs);
      if (!everReady && quickDeaths >= thing.quickDeathsMax) {
        events.onHopeless(new Error(`${thing.name} does not start: ${ending}`));
        return;
      }
      const delayMs = restartDelayMs(quickDeaths);
      const when = delayMs === 0 ? 'now' : `in ${delayMs} ms`;
      events.onRestart(`${thing.name} ${firstLine(ending)}; starting it again ${when}`);
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const ended = keepRunning()
    .catch((error: Error) => events.onHopeless(error))
    .finally(() => firstStart.resolve());
  return {
    firstStart: firstStart.promise,
    stop: async () => {
      stopping.abort();
      await running?.stop();
      await ended;
    },
    kill: () => running?.kill(),
  };
}

function firstLine(text = ''): string {
  return text.split('\n')[0] ?? '';
}
