import { newId } from '@florin/contracts';
import { expect, it } from 'vitest';
import { hasAttachment, queueOf } from './queues.ts';

it.each([
  ['a mail that its receiver requested', 'password_reset', null, 'interactive', false],
  ['an invitation', 'invitation', null, 'notification', false],
  ['a request for money', 'payment_request', null, 'notification', false],
  ['a request for an invoice', 'payment_request', 'an invoice', 'attachment', true],
  ['an invoice', 'invoice', 'an invoice', 'attachment', true],
  ['a reminder of an invoice', 'reminder', 'an invoice', 'attachment', true],
  ['a credit note', 'credit_note', null, 'attachment', true],
  [
    'the receipt of an invoice, which may need no file',
    'receipt',
    'an invoice',
    'notification',
    false,
  ],
] as const)('puts %s into its queue', (_what, kind, invoiceId, queue, isAttached) => {
  const message = { kind, values: { invoiceId: invoiceId && newId() } };
  expect(queueOf(message)).toBe(queue);
  expect(hasAttachment(message)).toBe(isAttached);
});
