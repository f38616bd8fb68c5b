import { expect, it } from 'vitest';
import { groupNameOf, verbOf } from './names.ts';

it.each([
  ['Payments', 'listPayments', 'payments list'],
  ['Payments', 'getPaymentStatus', 'payments get-status'],
  ['Payment methods', 'setDefaultPaymentMethod', 'payment-methods set-default'],
  ['API keys', 'rotateApiKey', 'api-keys rotate'],
  ['Refunds', 'refundPayment', 'refunds refund-payment'],
  ['Search and reports', 'search', 'search-and-reports search'],
  ['Invoices', 'markInvoicePaid', 'invoices mark-paid'],
])('%s: %s is florin %s', (tag, operationId, command) => {
  expect(`${groupNameOf(tag)} ${verbOf(operationId, tag)}`).toBe(command);
});
