import { queryOnce } from '@florin/system-kit';
import { openAccounts } from '../florin/open-accounts.ts';
import { startFlorin } from '../florin/start-florin.ts';
import { openRenewals } from '../florin/subscribe-all.ts';
import type { Part } from './part.ts';

/** Enough that partly filled pages do not matter. */
const ACCOUNTS = 5_000;
const SUBSCRIPTIONS = 20_000;

/** Storage of objects whose number grows with the number of customers. */
export const objectsPart: Part = {
  stepsPerRound: 2,
  async open(world) {
    const { step } = world;
    const florin = await startFlorin(world);
    const bytesOf = async () => {
      const [row] = await queryOnce<{ bytes: string }>(
        florin.databaseUrl,
        'select pg_database_size(current_database()) as bytes',
      );
      return Number(row?.bytes);
    };

    return {
      versions: { nats: florin.natsVersion },
      async measure() {
        step(`${ACCOUNTS} accounts`);
        const empty = await bytesOf();
        const accounts = await openAccounts(florin, ACCOUNTS);
        const opened = await bytesOf();
        const clients = await accounts.renewTokens(florin.gatewayPort);
        step(`${SUBSCRIPTIONS} subscriptions`);
        const before = await bytesOf();
        const renewals = await openRenewals(florin, clients, SUBSCRIPTIONS);
        const after = await bytesOf();
        await renewals.close();
        return {
          'object-account': { value: (opened - empty) / ACCOUNTS },
          'object-subscription': { value: (after - before) / SUBSCRIPTIONS },
        };
      },
      close: () => florin.stop(),
    };
  },
};
