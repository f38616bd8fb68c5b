import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { newSuppression } from '../prepare/mail.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';
import { ABSENT, type World } from '../world.ts';

const LIST = '/v1/mail_suppressions';
const remove = ({ admin }: World, id: string) => admin.call('DELETE', `${LIST}/${id}`);

export const contract: Contract = {
  operation: 'DELETE /v1/mail_suppressions/{mail_suppression_id}',
  access: [
    about('prove the books', 'mailSuppression', {
      fresh: newSuppression,
    }),
  ],
  events: ['mail_suppression.removed'],
  scenarios: [
    guarded,
    succeeds(200, 'an address that gets mail again', async (world) =>
      remove(world, (await newSuppression()).id),
    ),
    refuses(403, 'forbidden', 'an owner', async ({ owner }) =>
      owner.call('DELETE', `${LIST}/${(await newSuppression()).id}`),
    ),
    refuses(404, 'not_found', 'none', (world) => remove(world, ABSENT.mailSuppression)),
  ],
};
