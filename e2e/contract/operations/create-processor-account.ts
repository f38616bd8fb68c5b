import { aboutField, type Fresh } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { type Caller, must, newOwner } from '../people.ts';
import {
  connect,
  freeAtStripe,
  newProcessorAccount,
  ofAdmins,
} from '../prepare/processor-accounts.ts';
import { guarded, refuses, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

const LIST = '/v1/processor_accounts';

const remove = (admin: Pick<Caller, 'call'>, id: string) =>
  must(() => admin.call('DELETE', `${LIST}/${id}`));

const connecting =
  (fields: object) =>
  async ({ admin }: World) =>
    connect(admin, (await newOwner()).accountId, fields);

const BODY = { account_id: ABSENT.account, processor: 'stripe', reference: 'acct_1' };

/** An account not connected to Stripe yet, and a free Stripe account. */
const notConnected = async (): Promise<Fresh> => {
  const { account_id, reference } = await freeAtStripe();
  return { id: account_id, body: { account_id, processor: 'stripe', reference } };
};

export const contract: Contract = {
  operation: 'POST /v1/processor_accounts',
  access: [
    aboutField('prove the books', ['account_id', 'account'], {
      body: { processor: 'stripe', reference: 'acct_story0' },
      fresh: notConnected,
      unknown: '404 account_not_found',
      misshapen: '404 account_not_found',
    }),
  ],
  withoutEvents: 'the operator decides where money goes',
  scenarios: [
    guarded,
    succeeds(201, 'an account at Stripe', async ({ admin }) => {
      const answer = await connect(admin, (await newOwner()).accountId);
      await remove(admin, answer.body.id);
      return answer;
    }),
    refusesEach(400, 'invalid_request', connecting, {
      'an unknown processor': { processor: 'paper' },
      'a processor at which others have no accounts': { processor: 'test' },
      'an account that Stripe does not know': { reference: 'acct_elsewhere' },
      'an invalid name': { reference: 'acct 1' },
    }),
    ...ofAdmins('POST', LIST, BODY),
    refuses(404, 'account_not_found', 'no such account', ({ admin }) =>
      connect(admin, ABSENT.account),
    ),
    refuses(409, 'conflict', 'a second one', async ({ admin }) => {
      const { id, account_id } = await newProcessorAccount(admin);
      const answer = await connect(admin, account_id);
      await remove(admin, id);
      return answer;
    }),
  ],
};
