import { newEmail } from '@florin/system-kit';
import { eventually } from '@florin/testing';
import { call } from '../../api.ts';
import { findUnsubscribeLink } from '../../mailbox.ts';
import { NOTICES_TOKEN } from '../../start-florin.ts';
import { browse } from '../pay.ts';
import { must, type Owner } from '../people.ts';
import { logInAdmin, subscribe, type World } from '../world.ts';

export const notify = (body: object, token: string = NOTICES_TOKEN) =>
  call('POST', `/mail/notices/${token}`, { body });

export const bounce = (email: string) => notify({ notices: [{ type: 'bounce', email }] });

/** A suppressed address. */
export async function newSuppression(): Promise<{ readonly id: string }> {
  const email = newEmail();
  await must(() => bounce(email));
  const admin = await logInAdmin();
  const { data } = await must(() =>
    admin.call('GET', `/v1/mail_suppressions?email=${encodeURIComponent(email)}`),
  );
  return data[0];
}

/** A customer unsubscribes from an account's mail. */
export async function unsubscribe(owner: Owner): Promise<void> {
  await browse(await endingTrial(owner), { method: 'POST' });
}

/** The link of a mail to a customer whose trial ends soon. */
export async function endingTrial(owner: Owner): Promise<string> {
  const email = newEmail();
  const { id } = await must(() => owner.call('POST', '/v1/customers', { body: { email } }));
  await subscribe(owner, { customer_id: id, trial_period_days: 1 });
  return findUnsubscribeLink(email);
}

/** The first mail about an object, once it is in a final state. */
export function endedMail(owner: Pick<Owner, 'call'>, objectId: string): Promise<string> {
  return eventually(async () => {
    const { data } = await must(() => owner.call('GET', `/v1/mails?object_id=${objectId}`));
    if (!data[0]?.ended_at) throw new Error('no mail is in a final state yet');
    return data[0].id;
  });
}

export const preview =
  (words: object, kind = 'invoice') =>
  ({ owner }: World) =>
    owner.call('POST', `/v1/mail_templates/${kind}/preview`, {
      body: { language: 'en', ...words },
    });

export const wrong = {
  'a name that invoices have not': { body: '{password}' },
  'an unsupported language of mails': { language: 'la' },
  'a subject of two lines': { subject: 'a\nBcc: eve@example.com' },
};
