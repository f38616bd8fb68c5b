import type { RunningServer } from '@florin/local-servers';
import { endOf } from './child-life.ts';
import { type OnLine, readLines } from './read-lines.ts';
import type { Running, Supervised } from './supervisor.ts';

export interface LocalServer {
  readonly name: 'postgres' | 'nats';
  /** The URL for the services. */
  readonly url: string;
  readonly spawn: (signal: AbortSignal) => Promise<RunningServer>;
  readonly onLine: OnLine;
}

/** Postgres or NATS for the supervisor. One that cannot start is not retried. */
export function localServer({ name, url, spawn, onLine }: LocalServer): Supervised {
  return {
    name,
    quickDeathsMax: 1,
    start: async (signal): Promise<Running> => {
      const server = await spawn(signal);
      const { child, pid, port } = server;
      const lastLines = readLines(child, onLine);
      return {
        pid,
        port,
        url,
        exited: endOf(child),
        wasReady: () => true,
        lastLines: () => lastLines().join('\n'),
        stop: () => server.stop(),
        kill: () => child.kill('SIGKILL'),
      };
    },
  };
}
