import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PeerName } from '@florin/contracts';
import { within } from '../clients/until.ts';

export interface ListedProcess {
  readonly name: string;
  readonly pid: number;
  readonly port: number;
  readonly url: string;
}

const UP_MS_MAX = 60_000;
const SCRAPE_MS_MAX = 5_000;
/** A process that is exiting may accept a connection and never answer. */
const ANSWER_MS_MAX = 2_000;

export type Processes = ReturnType<typeof processesOf>;

/** The processes of a data folder, as listed by its launcher. */
export function processesOf(dataDir: string) {
  const path = join(dataDir, 'processes.json');
  const list = (): readonly ListedProcess[] =>
    existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
  const find = (name: string) => list().find((listed) => listed.name === name);
  const of = (app: PeerName) => list().filter(({ name }) => name.startsWith(`${app}-`));

  return {
    list,
    of,
    find,
    get(name: string): ListedProcess {
      const found = find(name);
      if (!found) throw new Error(`${name} is not running`);
      return found;
    },
    /** Metrics of a process in the format of Prometheus. @throws Error if it does not answer */
    async scrape({ url }: Pick<ListedProcess, 'url'>): Promise<string> {
      const token = readFileSync(join(dataDir, 'metrics-token'), 'utf8');
      const headers = { Authorization: `Bearer ${token}` };
      const signal = AbortSignal.timeout(SCRAPE_MS_MAX);
      return (await fetch(`${url}/metrics`, { headers, signal })).text();
    },
    /** Kills processes, as in a crash. */
    kill(processes: readonly ListedProcess[]): void {
      for (const { pid } of processes) killNow(pid);
    },
    /** Waits until `count` processes of an app answer, excluding those in `before`. */
    async untilUp(app: PeerName, count: number, before: readonly ListedProcess[] = []) {
      const old = new Set(before.map(({ pid }) => pid));
      const areUp = async () => {
        const fresh = of(app).filter(({ pid }) => !old.has(pid));
        const answers = await Promise.all(fresh.map(({ url }) => isUp(url)));
        return answers.filter(Boolean).length >= count;
      };
      if (await within(UP_MS_MAX, areUp)) return;
      const listed = of(app).map(
        ({ name, pid }) => `${name} ${pid}${old.has(pid) ? ' (old)' : ''}`,
      );
      throw new Error(
        `${app} was not up again within ${UP_MS_MAX / 1_000} s; listed: ${listed.join(', ') || 'none'}`,
      );
    },
  };
}

async function isUp(url: string): Promise<boolean> {
  const response = await fetch(`${url}/healthz`, {
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  }).catch(() => undefined);
  await response?.body?.cancel();
  return response !== undefined;
}

/** Ignores a process that has just exited by itself. */
function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
