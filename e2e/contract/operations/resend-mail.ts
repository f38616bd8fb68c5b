import { eventually } from '@florin/testing';
import { about, type Fresh } from '../access/recipe.ts';
import type { Side } from '../access/sides.ts';
import type { Contract } from '../contract.ts';
import { must, type Owner } from '../people.ts';
import { endedMail } from '../prepare/mail.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';
import { ABSENT, requestPayment, subscribe } from '../world.ts';

const resend = (caller: Pick<Owner, 'call'>, id: string) =>
  caller.call('POST', `/v1/mails/${id}/resend`);

/** A mail that waits for half a minute: a saved card may pay the invoice in the meantime. */
async function waitingMail(owner: Owner): Promise<string> {
  const { id } = await subscribe(owner, {});
  const { data } = await must(() => owner.call('GET', `/v1/invoices?subscription_id=${id}`));
  // Other mails of the account wait too, each for a moment.
  const path = `/v1/mails?status=waiting&object_id=${data[0].id}`;
  return eventually(async () => {
    const mails = await must(() => owner.call('GET', path));
    if (!mails.data[0]) throw new Error('no mail waits');
    return mails.data[0].id;
  });
}

/** A mail in a final state. */
const written = async ({ owner }: Side): Promise<Fresh> => {
  const { id } = await requestPayment(owner);
  return { id: await endedMail(owner, id) };
};

export const contract: Contract = {
  operation: 'POST /v1/mails/{mail_id}/resend',
  access: [about('change what the account has', 'mail', { fresh: written })],
  withoutEvents: 'sending a mail again does not change its object',
  scenarios: [
    guarded,
    succeeds(201, 'a mail that was sent', async ({ owner }) =>
      resend(owner, await endedMail(owner, (await requestPayment(owner)).id)),
    ),
    refuses(403, 'forbidden', 'an API key without the scope', ({ narrowKey }) =>
      resend(narrowKey, ABSENT.mail),
    ),
    refuses(404, 'not_found', 'none', ({ owner }) => resend(owner, ABSENT.mail)),
    refuses(409, 'conflict', 'one that waits', async ({ owner }) =>
      resend(owner, await waitingMail(owner)),
    ),
  ],
};
