import type { Florin } from '../florin/start-florin.ts';
import type { StatementCost } from '../results.ts';
import type { Reading, Readings } from '../rounds.ts';
import type { RowId } from '../rows.ts';
import { watchPostgres } from './postgres.ts';
import { parentOf, readUsed } from './processors.ts';

/** Processor time of a Florin's processes for each operation. */
export interface CostWatch {
  /** Restarts counting. */
  begin(): Promise<void>;
  /**
   * Microseconds of processor time for each operation since `begin`, by owner: an app by its
   * launcher name, `nats`, `launcher`, or `postgres:` and the connected service.
   */
  end(things: number): Promise<ReadonlyMap<string, number>>;
  /** Statements for each operation, the most expensive first. */
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

/** Sums costs by the row that each owner belongs to. */
export function sumByRows(
  costs: ReadonlyMap<string, number>,
  rowsOf: (name: string) => readonly RowId[],
): Readings {
  const sums: Partial<Record<RowId, Reading>> = {};
  for (const [name, us] of costs)
    for (const row of rowsOf(name)) sums[row] = { value: (sums[row]?.value ?? 0) + us };
  return sums;
}
