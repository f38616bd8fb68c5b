import { OWN_WORK, STATEMENT_SETTINGS, watchPostgres } from '../cost/postgres.ts';
import { parentOf, readUsed } from '../cost/processors.ts';
import { openAccounts } from '../florin/open-accounts.ts';
import { startFlorin } from '../florin/start-florin.ts';
import { warmUp } from '../florin/warm-up.ts';
import { watchEvents } from '../florin/watch-events.ts';
import { runHttpLoad } from '../http/load.ts';
import type { StatementCost } from '../results.ts';
import type { Reading } from '../rounds.ts';
import type { RowId } from '../rows.ts';
import type { Part } from './part.ts';

const ACCOUNTS = 1_000;
const CONNECTIONS = 64;

/** Whose share of a request has a row of its own; what all others use is one. */
const PARTS: Readonly<Record<string, RowId>> = {
  'gateway-1': 'cost-gateway',
  'ledger-1': 'cost-ledger',
  'webhooks-1': 'cost-webhooks',
  nats: 'cost-nats',
  'console-1': 'cost-console',
};
const SENDERS: Readonly<Record<string, RowId>> = {
  ledger: 'cost-postgres-ledger',
  webhooks: 'cost-postgres-webhooks',
  console: 'cost-postgres-console',
  [OWN_WORK]: 'cost-postgres-own',
};

/** What a transaction costs of the processors, from its request until its last event is kept. */
export const costPart: Part = {
  stepsPerRound: 1,
  postgresSettings: STATEMENT_SETTINGS,
  async open(world) {
    const { seed, seconds, signal, step, say } = world;
    const florin = await startFlorin(world);
    const accounts = await openAccounts(florin, ACCOUNTS);
    const events = await watchEvents(florin.databaseUrl);
    say('warming up');
    await warmUp({ florin, accounts, events, seed, signal, run: 'cost' });
    const postgres = await watchPostgres(florin.databaseUrl);
    const launcher = await parentOf(florin.processes.get('ledger-1').pid);
    let statements: readonly StatementCost[] = [];

    /** The row that each process counts for. */
    async function findProcesses(): Promise<ReadonlyMap<number, RowId>> {
      const found = new Map<number, RowId>([[launcher, 'cost-others']]);
      for (const { name, pid } of florin.processes.list())
        found.set(pid, PARTS[name] ?? 'cost-others');
      for (const [pid, sender] of await postgres.backends())
        found.set(pid, SENDERS[sender] ?? 'cost-postgres-others');
      return found;
    }

    return {
      versions: { nats: florin.natsVersion },
      statements: () => statements,
      async measure(round) {
        const clients = await accounts.renewTokens(florin.gatewayPort);
        await events.untilDone(signal);
        step(`${CONNECTIONS} connections`);
        const before = await readUsed((await findProcesses()).keys());
        await postgres.reset();
        const load = await runHttpLoad(
          {
            port: florin.gatewayPort,
            connections: CONNECTIONS,
            seconds,
            seed,
            requests: { kind: 'write', clients, run: `cost-${round}` },
          },
          signal,
        );
        await events.untilDone(signal);
        const processes = await findProcesses();
        const after = await readUsed(processes.keys());
        statements = await postgres.statements(load.calls);
        const costs = new Map<RowId, number>();
        const add = (row: RowId, us: number) => costs.set(row, (costs.get(row) ?? 0) + us);
        for (const [pid, row] of processes) {
          const us = ((after.get(pid) ?? 0) - (before.get(pid) ?? 0)) / load.calls;
          add(row, us);
          add('cost-all', us);
          if (row.startsWith('cost-postgres-')) add('cost-postgres', us);
          if (row === 'cost-console') add('cost-others', us);
        }
        const readings = Object.fromEntries<Reading>(
          [...costs].map(([row, value]) => [row, { value }]),
        );
        return { ...readings, 'cost-all': { value: costs.get('cost-all') ?? 0, load } };
      },
      async close() {
        await postgres.close();
        await events.close();
        await florin.stop();
      },
    };
  },
};
