import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { must } from '../people.ts';
import { by, needsScope, needsToken, refuses, succeeds } from '../scenario.ts';
import { ABSENT, subscribe } from '../world.ts';

export const contract: Contract = {
  operation: 'GET /v1/explain/{explained_id}',
  access: [
    about('read what the account has', 'invoice'),
    about('read what the account has', 'invoiceLine'),
    about('read what the account has', 'creditNote'),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'a line of an invoice', async ({ owner }) => {
      const { latest_invoice_id } = await subscribe(owner);
      const { lines } = await must(() => owner.call('GET', `/v1/invoices/${latest_invoice_id}`));
      return owner.call('GET', `/v1/explain/${lines[0].id}`);
    }),
    succeeds(200, 'an invoice', async ({ owner }) => {
      const { latest_invoice_id } = await subscribe(owner);
      return owner.call('GET', `/v1/explain/${latest_invoice_id}`);
    }),
    succeeds(200, 'a change', async ({ member, owner }) => {
      const { id } = await subscribe(owner, { trial_period_days: 14 });
      const path = `/v1/subscriptions/${id}/update`;
      const changed = await must(() => owner.call('POST', path, { body: { plan: 'pro' } }));
      return member.call('GET', `/v1/explain/${changed.latest_change_id}`);
    }),
    needsScope,
    refuses(404, 'not_found', 'no such change', by('owner', 'GET', `/v1/explain/${ABSENT.change}`)),
    refuses(404, 'not_found', 'an id of something else', ({ owner }) =>
      owner.call('GET', `/v1/explain/${ABSENT.customer}`),
    ),
    refuses(404, 'not_found', 'a change of another account', async ({ owner, stranger }) => {
      const { id } = await subscribe(owner, { trial_period_days: 14 });
      const path = `/v1/subscriptions/${id}/update`;
      const changed = await must(() => owner.call('POST', path, { body: { plan: 'pro' } }));
      return stranger.call('GET', `/v1/explain/${changed.latest_change_id}`);
    }),
  ],
};
