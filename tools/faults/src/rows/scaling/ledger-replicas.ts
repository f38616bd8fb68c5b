import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Florin } from '../../florin/start-florin.ts';

const UP_MS_MAX = 30_000;
const LOOK_MS = 100;

/** The ledgers of a Florin, of which only the wanted number is started. */
export interface LedgerReplicas {
  count(): number;
  /** Starts or stops ledgers; resolves once started ones answer, as behind a readiness probe. */
  scaleTo(count: number): Promise<void>;
  /** Value of a counter, by process. */
  read(counter: string): Promise<ReadonlyMap<number, number>>;
}

export function replicasOf({ dataDir, processes }: Florin): LedgerReplicas {
  const ports = processes.of('ledger').map(({ port }) => port);
  let wanted = new Set(ports);

  const running = () => processes.of('ledger').filter(({ port }) => wanted.has(port));

  /** Written atomically, since every waiting ledger polls it. */
  async function keepWanted(): Promise<void> {
    const file = join(dataDir, 'wanted-ledgers');
    await writeFile(`${file}.new`, [...wanted].join(','));
    await rename(`${file}.new`, file);
  }

  /** Waits until started ledgers answer, and stopped ones do not. */
  async function untilSo(): Promise<void> {
    const endsAt = performance.now() + UP_MS_MAX;
    while (performance.now() < endsAt) {
      const answers = await Promise.all(processes.of('ledger').map(({ url }) => answersAt(url)));
      if (answers.filter(Boolean).length === wanted.size) return;
      await pause(LOOK_MS);
    }
    throw new Error(`there are not ${wanted.size} ledgers after ${UP_MS_MAX / 1e3} s`);
  }

  return {
    count: () => wanted.size,
    async scaleTo(count) {
      const ending = running().filter(({ port }) => !ports.slice(0, count).includes(port));
      wanted = new Set(ports.slice(0, count));
      await keepWanted();
      // It finishes its work; the launcher restarts it, and then it waits until it is wanted.
      for (const { pid } of ending) process.kill(pid, 'SIGTERM');
      await untilSo();
    },
    async read(counter) {
      const line = new RegExp(`^${counter}(?:\\{.*\\})? ([0-9.e+-]+)$`, 'm');
      const values = new Map<number, number>();
      for (const ledger of running()) {
        const [, value] = line.exec(await processes.scrape(ledger)) ?? [];
        if (value !== undefined) values.set(ledger.port, Number(value));
      }
      return values;
    },
  };
}

async function answersAt(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/healthz`).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}
