import { OWN_WORK, STATEMENT_SETTINGS } from '../cost/postgres.ts';
import { sumByRows, watchCosts } from '../cost/watch-costs.ts';
import { openAccounts } from '../florin/open-accounts.ts';
import { startFlorin } from '../florin/start-florin.ts';
import { warmUp } from '../florin/warm-up.ts';
import { watchEvents } from '../florin/watch-events.ts';
import { runHttpLoad } from '../http/load.ts';
import type { StatementCost } from '../results.ts';
import type { RowId } from '../rows.ts';
import type { Part } from './part.ts';

const ACCOUNTS = 1_000;
const CONNECTIONS = 64;

/** Services whose cost has its own row; the others share one. */
const ROWS: Readonly<Record<string, RowId>> = {
  'gateway-1': 'cost-gateway',
  'ledger-1': 'cost-ledger',
  'webhooks-1': 'cost-webhooks',
  nats: 'cost-nats',
  'postgres:ledger': 'cost-postgres-ledger',
  'postgres:webhooks': 'cost-postgres-webhooks',
  'postgres:console': 'cost-postgres-console',
  [`postgres:${OWN_WORK}`]: 'cost-postgres-own',
};

function rowsOf(name: string): readonly RowId[] {
  if (name.startsWith('postgres:'))
    return [ROWS[name] ?? 'cost-postgres-others', 'cost-postgres', 'cost-all'];
  // The console has its own row besides the shared one.
  if (name === 'console-1') return ['cost-console', 'cost-others', 'cost-all'];
  return [ROWS[name] ?? 'cost-others', 'cost-all'];
}

/** Processor time of a transaction, from its request until its last event is stored. */
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
    const costs = await watchCosts(florin);
    let statements: readonly StatementCost[] = [];

    return {
      versions: { nats: florin.natsVersion },
      statements: () => statements,
      async measure(round) {
        const clients = await accounts.renewTokens(florin.gatewayPort);
        await events.untilDone(signal);
        step(`${CONNECTIONS} connections`);
        await costs.begin();
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
        const used = await costs.end(load.calls);
        statements = await costs.statements(load.calls);
        const readings = sumByRows(used, rowsOf);
        return { ...readings, 'cost-all': { value: readings['cost-all']?.value ?? 0, load } };
      },
      async close() {
        await costs.close();
        await events.close();
        await florin.stop();
      },
    };
  },
};
