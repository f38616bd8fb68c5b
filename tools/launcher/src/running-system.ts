import type { ProcessList } from './process-list.ts';
import { type Supervised, type Supervision, supervise } from './supervisor.ts';

/** The order of stopping: dependents stop first. */
const kinds = ['gateway', 'service', 'server'] as const;
export type Kind = (typeof kinds)[number];

export interface RunningSystem {
  /** Aborted, with the reason, when a process does not start. */
  readonly signal: AbortSignal;
  /** Starts a process and keeps it running; resolves when it runs for the first time. */
  keep(kind: Kind, thing: Supervised): Promise<void>;
  /** Aborts a running start with this reason. */
  abort(reason: Error): void;
  stop(): Promise<void>;
  /** Skips the graceful stop: services are killed, Postgres and NATS are urged. */
  hurry(): void;
}

/** All processes are gone within 15 s; this leaves time to notice it. */
const stopMs = 14_000;

export function makeRunningSystem(
  list: ProcessList,
  say: (message: string) => void,
): RunningSystem {
  const supervisions: Record<Kind, Supervision[]> = { gateway: [], service: [], server: [] };
  const ending = new AbortController();
  const killAll = (which: readonly Kind[]) => {
    for (const kind of which) for (const supervision of supervisions[kind]) supervision.kill();
  };

  // A full disk must not stop running processes.
  const complain = (error: Error) => say(`processes.json is out of date: ${error.message}`);

  return {
    signal: ending.signal,
    keep: async (kind, thing) => {
      ending.signal.throwIfAborted();
      const supervision = supervise(thing, {
        onUp: (name, { pid, port, url }) => list.add({ name, pid, port, url }).catch(complain),
        onDown: (name) => list.remove(name).catch(complain),
        onRestart: say,
        onHopeless: (error) => ending.abort(error),
      });
      supervisions[kind].push(supervision);
      await supervision.firstStart;
      ending.signal.throwIfAborted();
    },
    abort: (reason) => ending.abort(reason),
    stop: async () => {
      const lastResort = setTimeout(() => killAll(kinds), stopMs);
      for (const kind of kinds) {
        await Promise.all(supervisions[kind].map((supervision) => supervision.stop()));
      }
      clearTimeout(lastResort);
      await list.end();
    },
    hurry: () => killAll(['gateway', 'service']),
  };
}
