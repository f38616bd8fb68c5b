import { parsePublicId } from '@florin/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Neighbours, startNeighbours } from './neighbours.ts';
import {
  type AccountsDatabase,
  admin,
  createAccountsDatabase,
  PASSWORD,
  signUpBody,
  startAccounts,
} from './start-accounts.ts';

let neighbours: Neighbours;
let database: AccountsDatabase;
let accounts: Awaited<ReturnType<typeof startAccounts>>;
beforeAll(async () => {
  [neighbours, database] = await Promise.all([startNeighbours(), createAccountsDatabase()]);
  accounts = await startAccounts(database, neighbours, {
    signUpStatus: 'pending',
    admin: { email: 'admin@example.com', password: PASSWORD },
  });
});
afterAll(async () => {
  await accounts.stop();
  await Promise.all([neighbours.stop(), database.drop()]);
});

const open = async (caller = {}) => {
  const { status, body } = await accounts.call('POST', '/v1/accounts', {
    caller,
    body: signUpBody(),
  });
  const id = parsePublicId('account', body.id) ?? '';
  const [access] = await neighbours.query<{ status: string }>(
    'select status from identity.accounts where id = $1',
    [id],
  );
  const [event] = await database.query<{ body: string }>(
    `select body from accounts.outbox where aggregate_id = $1`,
    [id],
  );
  const published = JSON.parse(event?.body ?? '{}').data?.object.status;
  return [status, body.status, access?.status, published];
};

it('an account from a sign-up is pending and read-only from the start', async () => {
  expect(await open()).toEqual([201, 'pending', 'read_only', 'pending']);
});

it('an account opened by an administrator, and the platform, is active', async () => {
  expect(await open(admin)).toEqual([201, 'active', 'open', 'active']);
  await expect
    .poll(() => database.query('select status from accounts.accounts where is_platform'))
    .toEqual([{ status: 'active' }]);
});
