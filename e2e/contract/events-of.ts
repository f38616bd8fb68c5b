import type { EventType } from '@florin/contracts';

/**
 * What each operation that changes something is told by, in all of its scenarios together. Events are
 * found by the request that caused them, so what Florin does by itself afterwards is not here.
 */
export const eventsOf: Readonly<Record<string, readonly EventType[]>> = {
  'POST /v1/auth/login': ['session.created'],
  'DELETE /v1/auth/session': ['session.ended'],
  'POST /v1/users': ['user.created'],
  'PATCH /v1/users/{user_id}': ['user.updated'],
  'DELETE /v1/users/{user_id}': ['session.ended', 'user.deleted'],
  'POST /v1/api_keys': ['api_key.created'],
  'POST /v1/api_keys/{api_key_id}/rotate': ['api_key.rotated'],
  'DELETE /v1/api_keys/{api_key_id}': ['api_key.revoked'],
  'POST /v1/accounts': ['account.created', 'user.created', 'user.updated'],
  'PATCH /v1/accounts/{account_id}': ['account.activated', 'account.suspended', 'account.updated'],
  'PATCH /v1/account': ['account.updated', 'user.updated'],
  'DELETE /v1/account': ['account.closed', 'session.ended', 'user.updated'],
  'POST /v1/transactions': ['transaction.created'],
  'POST /v1/transactions/bulk': ['transaction.created'],
  'PATCH /v1/transactions/{transaction_id}': ['transaction.updated'],
  'DELETE /v1/transactions/{transaction_id}': ['transaction.canceled'],
  'POST /v1/transactions/{transaction_id}/capture': ['transaction.succeeded'],
  'POST /v1/payments': ['payment.created'],
  'POST /v1/payments/{payment_id}/cancel': ['payment.canceled'],
  'POST /pay/{token}': ['payment.succeeded', 'transaction.created'],
  'POST /v1/payments/{payment_id}/refund': [
    'refund.created',
    'refund.succeeded',
    'transaction.created',
    'transaction.succeeded',
  ],
  'POST /v1/invoices/{invoice_id}/refund': [
    'refund.created',
    'refund.succeeded',
    'transaction.created',
    'transaction.succeeded',
  ],
  'POST /v1/disputes/{dispute_id}/evidence': ['dispute.won'],
  'DELETE /v1/payment_methods/{payment_method_id}': ['payment_method.removed'],
  'POST /v1/payouts': ['payout.created', 'transaction.created'],
  'POST /v1/customers': ['customer.created'],
  'PATCH /v1/customers/{customer_id}': ['customer.updated'],
  'POST /v1/subscriptions': [
    'customer.created',
    'invoice.created',
    'invoice.paid',
    'payment.created',
    'subscription.activated',
    'subscription.created',
    'transaction.created',
  ],
  'POST /v1/subscriptions/{subscription_id}/update': ['subscription.updated'],
  'POST /v1/subscriptions/{subscription_id}/pause': ['subscription.paused'],
  'POST /v1/subscriptions/{subscription_id}/resume': ['subscription.resumed'],
  'POST /v1/subscriptions/{subscription_id}/cancel': [
    'subscription.canceled',
    'subscription.updated',
  ],
  'POST /v1/subscriptions/{subscription_id}/uncancel': ['subscription.updated'],
  'POST /v1/subscriptions/{subscription_id}/payment_method': ['subscription.updated'],
  'POST /v1/invoices/{invoice_id}/payment_link': ['invoice.updated', 'payment.created'],
  'POST /v1/invoices/{invoice_id}/void': ['invoice.voided', 'subscription.canceled'],
};

/** Changes that have no event, with the reason. */
export const withoutEvents: Readonly<Record<string, string>> = {
  'POST /v1/auth/refresh': 'the session goes on as it is',
  'POST /processors/{processor}/webhook': 'what has changed is asked for afterwards',
  'POST /v1/processor_accounts': 'where money goes is the operator’s word',
  'DELETE /v1/processor_accounts/{processor_account_id}': 'the same',
  'POST /v1/bank_statements':
    'a bank account is nobody’s who hears events; what has come tells by itself',
  'POST /v1/unmatched_money/{unmatched_money_id}/assign':
    'the same; the account’s deposit tells by itself',
  'POST /v1/unmatched_money/{unmatched_money_id}/return': 'the same',
  'POST /v1/payment_methods': 'nothing is saved yet',
  'POST /pay/test_cards/{token}': 'what was saved is asked for afterwards',
  'POST /v1/payment_methods/{payment_method_id}/default':
    'whoever has one method has it as the default',
  'POST /v1/plans': 'the catalogue of events has no kind for plans',
  'PATCH /v1/billing_settings': 'the catalogue of events has no kind for settings of billing',
  'POST /v1/subscriptions/preview': 'it says what a change would cost, and changes nothing',
  'POST /v1/test_clocks': 'the catalogue of events has no kind for test clocks',
  'POST /v1/test_clocks/{test_clock_id}/advance': 'what falls due by it comes by itself',
  'POST /v1/webhook_endpoints': 'it says where events go, and is none',
  'PATCH /v1/webhook_endpoints/{webhook_endpoint_id}': 'the same',
  'DELETE /v1/webhook_endpoints/{webhook_endpoint_id}': 'the same',
  'POST /v1/webhook_endpoints/{webhook_endpoint_id}/rotate': 'the same',
  'POST /v1/webhook_endpoints/{webhook_endpoint_id}/test': 'what it sends is in no log',
  'POST /v1/webhook_endpoints/{webhook_endpoint_id}/replay': 'what it sends has happened before',
};

/** What nobody asks for: time brings it, or what somebody has paid. Tested by each service. */
export const byItself: readonly EventType[] = [
  'payment.failed',
  'transaction.failed',
  'refund.failed',
  'payout.paid',
  'payout.failed',
  'dispute.created',
  'dispute.updated',
  'dispute.lost',
  'payment_method.created',
  'payment_method.updated',
  'payment_method.expiring',
  'subscription.trial_will_end',
  'subscription.past_due',
  'subscription.expired',
  'invoice.payment_failed',
  'invoice.overdue',
  'invoice.reminder_due',
  'invoice.marked_uncollectible',
];
