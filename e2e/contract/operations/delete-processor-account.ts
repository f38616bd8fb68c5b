import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import {
  newProcessorAccount,
  newProcessorAccountOfAdmin,
  ofAdmins,
} from '../prepare/processor-accounts.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const LIST = '/v1/processor_accounts';
const ONE = `${LIST}/${ABSENT.processorAccount}`;

export const contract: Contract = {
  operation: 'DELETE /v1/processor_accounts/{processor_account_id}',
  access: [
    about('prove the books', 'processorAccount', {
      fresh: newProcessorAccountOfAdmin,
    }),
  ],
  withoutEvents: 'the operator decides where money goes',
  scenarios: [
    guarded,
    succeeds(200, 'one that an account has', async ({ admin }) =>
      admin.call('DELETE', `${LIST}/${(await newProcessorAccount(admin)).id}`),
    ),
    ...ofAdmins('DELETE', ONE),
    refuses(404, 'not_found', 'an unknown id', ({ admin }) => admin.call('DELETE', ONE)),
  ],
};
