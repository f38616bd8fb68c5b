import type { EventType } from './events.ts';
import type { ServiceName } from './services.ts';

/** What each type of event says, for those who read about it. */
export const eventMeanings: Readonly<
  Record<EventType, { readonly from: ServiceName; readonly when: string }>
> = {
  'account.created': { from: 'accounts', when: 'an account was opened' },
  'account.updated': { from: 'accounts', when: 'its name, email or settings have changed' },
  'account.suspended': { from: 'accounts', when: 'an admin has suspended it: it reads only' },
  'account.activated': { from: 'accounts', when: 'it is no longer suspended' },
  'account.closed': { from: 'accounts', when: 'it is closed for ever' },
  'user.created': { from: 'identity', when: 'somebody can log in who could not before' },
  'user.updated': { from: 'identity', when: 'name, status, role, username or email have changed' },
  'user.deleted': { from: 'identity', when: 'a user is gone; the object is as it was' },
  'session.created': { from: 'identity', when: 'somebody has logged in' },
  'session.ended': { from: 'identity', when: 'a session was ended, or expired in use' },
  'api_key.created': { from: 'identity', when: 'a key was made' },
  'api_key.rotated': { from: 'identity', when: 'a key was given another secret' },
  'api_key.revoked': { from: 'identity', when: 'a key was revoked' },
  'transaction.created': { from: 'ledger', when: 'a transaction was recorded, with any status' },
  'transaction.succeeded': { from: 'ledger', when: 'a pending one has settled or was captured' },
  'transaction.failed': { from: 'ledger', when: 'a pending one was not captured in time' },
  'transaction.canceled': { from: 'ledger', when: 'a pending one was canceled' },
  'transaction.updated': { from: 'ledger', when: 'reference, metadata or refunds have changed' },
  'payment.created': { from: 'ledger', when: 'a customer was asked to pay' },
  'payment.succeeded': { from: 'ledger', when: 'the customer has paid; the credit is recorded' },
  'payment.failed': { from: 'ledger', when: 'the last try that was allowed was declined' },
  'payment.canceled': { from: 'ledger', when: 'it was canceled, or has expired' },
  'customer.created': { from: 'billing', when: 'a customer was made, by itself or at first use' },
  'customer.updated': {
    from: 'billing',
    when: 'email, name, external id or metadata have changed',
  },
  'subscription.created': { from: 'billing', when: 'a subscription was made' },
  'subscription.updated': {
    from: 'billing',
    when: 'plan, quantity or what is to come has changed',
  },
  'subscription.trial_will_end': { from: 'billing', when: 'its trial ends within three days' },
  'subscription.activated': {
    from: 'billing',
    when: 'a period of it is paid, or its invoice sent',
  },
  'subscription.past_due': {
    from: 'billing',
    when: 'a charge has failed, or an invoice is overdue',
  },
  'subscription.paused': { from: 'billing', when: 'it was paused' },
  'subscription.resumed': { from: 'billing', when: 'it goes on after a pause' },
  'subscription.canceled': { from: 'billing', when: 'it was canceled, now or at its end' },
  'subscription.expired': { from: 'billing', when: 'it ended without ever being paid' },
  'invoice.created': { from: 'billing', when: 'an invoice was made' },
  'invoice.updated': {
    from: 'billing',
    when: 'it can be paid by another payment request than before',
  },
  'invoice.paid': { from: 'billing', when: 'it is paid' },
  'invoice.payment_failed': {
    from: 'billing',
    when: 'a card or a balance was charged for it in vain',
  },
  'invoice.overdue': {
    from: 'billing',
    when: 'it is overdue and there is no card to charge: the first reminder is due',
  },
  'invoice.reminder_due': {
    from: 'billing',
    when: 'the same still: another reminder is due; Florin sends none itself',
  },
  'invoice.marked_uncollectible': {
    from: 'billing',
    when: 'it is given up; by a payment link it can be paid all the same',
  },
  'invoice.voided': { from: 'billing', when: 'nobody has to pay it any more' },
};
