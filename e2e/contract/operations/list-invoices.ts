import { about, listBy, pageAfter } from '../access/recipe.ts';
import type { Contract } from '../contract.ts';
import { by, needsScope, needsToken, refusesEach, succeeds } from '../scenario.ts';
import { ABSENT } from '../world.ts';

const listInvoices = (query: string) => by('owner', 'GET', `/v1/invoices?${query}`);

export const contract: Contract = {
  operation: 'GET /v1/invoices',
  access: [
    about('read what the account has', undefined, { unknown: 'ok, nothing' }),
    listBy('read what the account has', ['account_id', 'account']),
    listBy('read what the account has', ['subscription_id', 'subscription']),
    listBy('read what the account has', ['customer_id', 'customer']),
    pageAfter('read what the account has', 'invoice'),
  ],
  scenarios: [
    needsToken,
    succeeds(200, 'every filter', listInvoices('customer_id=customer+7&status=open&limit=1')),
    refusesEach(400, 'invalid_request', listInvoices, {
      'a limit of zero': 'limit=0',
      'an unknown status': 'status=late',
      'a cursor without an object': `ending_before=${ABSENT.invoice}`,
    }),
    needsScope,
  ],
};
