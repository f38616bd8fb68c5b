import { type Arrange, replaySample, samplesFor } from '@florin/contract-tests';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type AccountsDatabase,
  createAccountsDatabase,
  newEmail,
  startAccounts,
  unreachable,
} from './start-accounts.ts';

let database: AccountsDatabase;
let accounts: Awaited<ReturnType<typeof startAccounts>>;
beforeAll(async () => {
  database = await createAccountsDatabase();
  accounts = await startAccounts(database, unreachable);
});
afterAll(async () => {
  await accounts.stop();
  await database.drop();
});

async function insert(id: string, status: string, isPlatform = false): Promise<void> {
  await database.query(
    `insert into accounts.accounts
       (id, email, name, type, status, currency, timezone, language, is_platform)
     values ($1, $2, 'Ada', 'business', $3, 'CHF', 'Europe/Zurich', 'de-CH', $4)`,
    [id, newEmail(), status, isPlatform],
  );
}

const states: Record<string, Arrange> = {
  nothing: async () => {},
  'an open account': async ({ accountId = '' }) => {
    await insert(accountId, 'active');
  },
  'a closed account': async ({ accountId = '' }) => {
    await insert(accountId, 'closed');
  },
  // There is only one.
  'the platform account': async (_request, { accountId = '' }) => {
    await database.query('delete from accounts.accounts where is_platform');
    await insert(accountId, 'active', true);
  },
};

it.each(samplesFor('accounts'))(
  'answers $consumer of $release: $rpc given $given',
  async (sample) => {
    const { grpcPort } = accounts;
    const { wanted, got } = await replaySample(sample, states, { name: 'accounts', grpcPort });
    expect(got).toMatchObject(wanted);
  },
);
