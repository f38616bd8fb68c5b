import type { Florin } from '../florin/start-florin.ts';
import type { StatementCost } from '../results.ts';
import type { Reading, Readings } from '../rounds.ts';
import type { RowId } from '../rows.ts';
import { watchPostgres } from './postgres.ts';
import { parentOf, readUsed } from './processors.ts';

/** What processes of a Florin use of the processors, each thing that they do. */
export interface CostWatch {
  /** Begins to count anew. */
  begin(): Promise<void>;
  /**
   * Microseconds of processor for each of so many things since it began, by whose they are: an app
   * as it is named in the launcher, `nats`, `launcher`, or `postgres:` and who has the session.
   */
  end(things: number): Promise<ReadonlyMap<string, number>>;
  /** What Postgres was asked for each of them, the dearest first. */
  statements(things: number): Promise<readonly StatementCost[]>;
  close(): Promise<void>;
}

export async function watchCosts(florin: Florin): Promise<CostWatch> {
  const postgres = await watchPostgres(florin.databaseUrl);
  const launcher = await parentOf(florin.processes.get('ledger-1').pid);
  let before: ReadonlyMap<number, number> = new Map();

  async function findProcesses(): Promise<ReadonlyMap<number, string>> {
    const found = new Map([[launcher, 'launcher']]);
    for (const { name, pid } of florin.processes.list()) found.set(pid, name);
    for (const [pid, sender] of await postgres.backends()) found.set(pid, `postgres:${sender}`);
    return found;
  }

  return {
    async begin() {
      await postgres.reset();
      before = await readUsed((await findProcesses()).keys());
    },
    async end(things) {
      const processes = await findProcesses();
      const after = await readUsed(processes.keys());
      const costs = new Map<string, number>();
      for (const [pid, name] of processes) {
        const us = ((after.get(pid) ?? 0) - (before.get(pid) ?? 0)) / things;
        costs.set(name, (costs.get(name) ?? 0) + us);
      }
      return costs;
    },
    statements: (things) => postgres.statements(things),
    close: () => postgres.close(),
  };
}

/** What comes of costs by the rows that each of these names counts for. */
export function sumByRows(
  costs: ReadonlyMap<string, number>,
  rowsOf: (name: string) => readonly RowId[],
): Readings {
  const sums: Partial<Record<RowId, Reading>> = {};
  for (const [name, us] of costs)
    for (const row of rowsOf(name)) sums[row] = { value: (sums[row]?.value ?? 0) + us };
  return sums;
}
