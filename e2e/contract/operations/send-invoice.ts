import { drafted } from '../access/fresh.ts';
import { about } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { must } from '../people.ts';
import { ofCharged, ofDraft, ofOpen, pathOf, refusals } from '../prepare/one-off-invoices.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';
import { newDraft, type World } from '../world.ts';

const ofUnreachable = async ({ owner }: World) => {
  const customer = await must(() => owner.call('POST', '/v1/customers', { body: {} }));
  const { id } = await newDraft(owner, { customer_id: customer.id });
  return owner.call('POST', pathOf(id, 'send'), { body: {} });
};

export const contract: Contract = {
  operation: 'POST /v1/invoices/{invoice_id}/send',
  access: [about('change what the account has', 'draft', { fresh: drafted })],
  events: [
    'invoice.created',
    'invoice.paid',
    'invoice.sent',
    'invoice.updated',
    'payment.created',
    'payment.succeeded',
    'transaction.created',
  ],
  scenarios: [
    guarded,
    succeeds(200, 'a draft, which is finalized first', ofDraft('POST', 'send', {})),
    succeeds(200, 'an open one', ofOpen('send')),
    succeeds(200, 'a draft that is charged automatically', ofCharged('send')),
    refuses(409, 'conflict', 'a customer without an email', ofUnreachable),
    refusals('POST', 'send'),
    refuses(409, 'conflict', 'a draft without lines', async ({ owner }) => {
      const { id } = await newDraft(owner, { lines: [] });
      return owner.call('POST', pathOf(id, 'send'), { body: {} });
    }),
  ],
};
