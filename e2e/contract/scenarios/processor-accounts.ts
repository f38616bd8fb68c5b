import { connectAtStripe } from '../../stripe.ts';
import { type Caller, must, newOwner } from '../people.ts';
import { guarded, needsToken, refuses, refusesEach, scenarios, succeeds } from '../scenario.ts';
import { ABSENT, logInAdmin, type World } from '../world.ts';

const LIST = '/v1/processor_accounts';

async function connect(caller: Pick<Caller, 'call'>, account_id: string, fields: object = {}) {
  const body = { account_id, processor: 'stripe', reference: await connectAtStripe(), ...fields };
  return caller.call('POST', LIST, { body });
}

/** The processor account of an account, until the caller removes it. */
export async function newProcessorAccount(
  admin: Pick<Caller, 'call'>,
): Promise<{ readonly id: string; readonly reference: string; readonly account_id: string }> {
  const { accountId } = await newOwner();
  return must(() => connect(admin, accountId));
}

export async function processorAccountOfSomebody() {
  return newProcessorAccount(await logInAdmin());
}

/** An account and a Stripe account that are not connected yet. */
export async function freeAtStripe() {
  return { account_id: (await newOwner()).accountId, reference: await connectAtStripe() };
}

const remove = (admin: Pick<Caller, 'call'>, id: string) =>
  must(() => admin.call('DELETE', `${LIST}/${id}`));

const connecting =
  (fields: object) =>
  async ({ admin }: World) =>
    connect(admin, (await newOwner()).accountId, fields);
const list =
  (query: string) =>
  ({ admin }: World) =>
    admin.call('GET', `${LIST}?${query}`);
const ofAdmins = (method: string, path: string, body?: object) => [
  refuses(403, 'forbidden', 'an owner', ({ owner }) =>
    owner.call(method, path, body ? { body } : {}),
  ),
  refuses(403, 'forbidden', 'an API key', ({ key }) =>
    key.call(method, path, body ? { body } : {}),
  ),
];
const BODY = { account_id: ABSENT.account, processor: 'stripe', reference: 'acct_1' };
const ONE = `${LIST}/${ABSENT.processorAccount}`;

export const processorAccountScenarios = [
  ...guarded(`POST ${LIST}`),
  ...scenarios(
    `POST ${LIST}`,
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
  ),
  ...needsToken(`GET ${LIST}`),
  ...scenarios(
    `GET ${LIST}`,
    succeeds(200, 'all', list('limit=2')),
    refusesEach(400, 'invalid_request', list, {
      'a limit of zero': 'limit=0',
      'a cursor without an object': `starting_after=${ABSENT.processorAccount}`,
    }),
    ...ofAdmins('GET', LIST),
  ),
  ...guarded(`DELETE ${LIST}/{processor_account_id}`),
  ...scenarios(
    `DELETE ${LIST}/{processor_account_id}`,
    succeeds(200, 'one that an account has', async ({ admin }) =>
      admin.call('DELETE', `${LIST}/${(await newProcessorAccount(admin)).id}`),
    ),
    ...ofAdmins('DELETE', ONE),
    refuses(404, 'not_found', 'an unknown id', ({ admin }) => admin.call('DELETE', ONE)),
  ),
];
