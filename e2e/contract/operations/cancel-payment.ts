import { about, type Fresh } from '../access/recipe.ts';
import type { Side } from '../access/sides.ts';
import type { Contract } from '../contract.ts';
import { CARDS, pay } from '../pay.ts';
import { must } from '../people.ts';
import { unknownTo } from '../prepare/payments.ts';
import { guarded, refuses, succeeds } from '../scenario.ts';
import { requestPayment, subscribe } from '../world.ts';

const at = (id: string, rest = '') => `/v1/payments/${id}${rest}`;
const asking = async ({ owner }: Side): Promise<Fresh> => requestPayment(owner);

export const contract: Contract = {
  operation: 'POST /v1/payments/{payment_id}/cancel',
  access: [about('change what the account has', 'payment', { fresh: asking })],
  events: ['payment.canceled'],
  scenarios: [
    guarded,
    succeeds(200, 'a pending payment request', async ({ owner }) => {
      const { id } = await requestPayment(owner);
      return owner.call('POST', at(id, '/cancel'));
    }),
    refuses(400, 'invalid_request', 'an Idempotency-Key with spaces', ({ owner, objects }) =>
      owner.call('POST', at(objects.paymentId, '/cancel'), { key: 'a key' }),
    ),
    refuses(403, 'forbidden', 'the platform, which only reads', ({ platform, objects }) =>
      platform.call('POST', at(objects.paymentId, '/cancel')),
    ),
    unknownTo('POST', '/cancel'),
    succeeds(200, 'a canceled one', async ({ owner }) => {
      const { id } = await requestPayment(owner);
      await must(() => owner.call('POST', at(id, '/cancel')));
      return owner.call('POST', at(id, '/cancel'));
    }),
    refuses(409, 'conflict', 'the one of an invoice, which is void instead', async ({ owner }) => {
      const { latest_invoice_id } = await subscribe(owner);
      const { payment_id } = await must(() =>
        owner.call('GET', `/v1/invoices/${latest_invoice_id}`),
      );
      return owner.call('POST', at(payment_id, '/cancel'));
    }),
    refuses(409, 'conflict', 'one that is paid', async ({ owner }) => {
      const { id, payment_url } = await requestPayment(owner);
      await pay(payment_url, CARDS.good);
      return owner.call('POST', at(id, '/cancel'));
    }),
    refuses(409, 'not_cancellable', 'a failed one', async ({ owner }) => {
      const { id, payment_url } = await requestPayment(owner);
      for (let tries = 1; tries <= 5; tries += 1) await pay(payment_url, CARDS.declined);
      return owner.call('POST', at(id, '/cancel'));
    }),
  ],
};
