import type { Result } from '@florin/client';
import { florin } from '../core/api.ts';
import { mayWrite } from '../core/session.ts';
import { texts } from '../texts/index.ts';
import { columns, defineKind } from './kind.ts';

type PaymentMethod = Result<'get', '/v1/payment_methods/{payment_method_id}'>;

export const paymentMethods = defineKind<PaymentMethod>({
  name: 'payment_method',
  screen: 'payment_methods',
  prefix: 'pm',
  list: (query) => florin.get('/v1/payment_methods', { query }),
  get: (id) =>
    florin.get('/v1/payment_methods/{payment_method_id}', { path: { payment_method_id: id } }),
  apiPath: (id) => `/v1/payment_methods/${id}`,
  titleOf: ({ card, id }) => (card ? `${card.brand} •••• ${card.last4}` : id),
  actions: [
    {
      label: 'doMakeDefault',
      isOpen: ({ is_default }, session) => !is_default && mayWrite(session),
      say: () => texts().sayMakeDefault,
      run: ({ id }, _values, idempotencyKey) =>
        florin.post('/v1/payment_methods/{payment_method_id}/default', {
          path: { payment_method_id: id },
          idempotencyKey,
        }),
      touches: ['payment_method', 'event'],
    },
    {
      label: 'doAllow',
      isOpen: ({ disputed }, session) => disputed && mayWrite(session),
      say: () => texts().sayAllow,
      run: ({ id }, _values, idempotencyKey) =>
        florin.post('/v1/payment_methods/{payment_method_id}/allow', {
          path: { payment_method_id: id },
          idempotencyKey,
        }),
      touches: ['payment_method', 'event'],
    },
    {
      label: 'doRemove',
      isOpen: (_method, session) => mayWrite(session),
      say: () => texts().sayRemoveMethod,
      run: ({ id }, _values, idempotencyKey) =>
        florin.delete('/v1/payment_methods/{payment_method_id}', {
          path: { payment_method_id: id },
          idempotencyKey,
        }),
      touches: ['payment_method', 'event'],
      isDangerous: true,
    },
  ],
  columns: [
    { label: 'card', of: ({ card }) => (card ? `${card.brand} •••• ${card.last4}` : null) },
    ...columns<PaymentMethod>('is_default', 'disputed', 'customer_id', 'processor', 'created_at'),
  ],
});
