import type { EventType } from '@florin/contracts';
import * as money from './money.ts';
import * as people from './people.ts';
import * as selling from './selling.ts';
import type { Happened, Stage } from './stage.ts';
import { disableEndpoint } from './webhooks.ts';

type Trigger = (stage: Stage) => Promise<Happened>;

/** Why something cannot be made to happen: no clock of test mode moves it. */
interface Never {
  readonly because: string;
}

/** What makes each event of the catalogue happen. */
export const triggers: Readonly<Record<EventType, Trigger | Never>> = {
  'account.created': people.openAnother,
  'account.updated': people.renameAccount,
  'account.suspended': people.suspendAnother,
  'account.activated': people.activateAnother,
  'account.closed': people.closeAnother,
  'user.created': people.createUser,
  'user.updated': people.updateUser,
  'user.deleted': people.deleteUser,
  'session.created': people.createSession,
  'session.ended': people.endSession,
  'api_key.created': people.createKey,
  'api_key.rotated': people.rotateKey,
  'api_key.revoked': people.revokeKey,
  'email_confirmation.requested': people.confirmEmail,
  'membership.created': people.createMembership,
  'membership.updated': people.updateMembership,
  'membership.deleted': people.deleteMembership,
  'invitation.created': (stage) => people.invite(stage),
  'invitation.accepted': people.acceptInvitation,
  'invitation.revoked': people.revokeInvitation,
  'transaction.created': money.credit,
  'transaction.succeeded': money.capture,
  'transaction.failed': {
    because: 'an amount is held for seven days before it fails, and no test clock moves the ledger',
  },
  'transaction.canceled': money.cancelHold,
  'transaction.updated': money.renote,
  'payment.created': money.requestPayment,
  'payment.succeeded': (stage) => money.payBy(stage),
  'payment.failed': money.failToPay,
  'payment.canceled': money.cancelPayment,
  'refund.created': (stage) => money.refund(stage),
  'refund.succeeded': (stage) => money.refund(stage),
  'refund.failed': money.failToRefund,
  'dispute.created': money.dispute,
  'dispute.updated': (stage) => money.answerDispute(stage, 'It was delivered on time.'),
  'dispute.won': (stage) => money.answerDispute(stage, 'winning_evidence'),
  'dispute.lost': (stage) => money.answerDispute(stage, 'losing_evidence'),
  'payout.created': (stage) => money.payOut(stage),
  'payout.paid': (stage) => money.payOut(stage),
  'payout.failed': (stage) => money.payOut(stage, 10_051),
  'payment_method.created': selling.saveMethod,
  'payment_method.updated': selling.updateMethod,
  'payment_method.expiring': selling.expireMethod,
  'payment_method.removed': selling.removeMethod,
  'customer.created': selling.createCustomer,
  'customer.updated': selling.updateCustomer,
  'subscription.created': selling.createSubscription,
  'subscription.updated': (stage) => selling.changeSubscription(stage, 'update'),
  'subscription.trial_will_end': selling.endTrialSoon,
  'subscription.activated': selling.createSubscription,
  'subscription.past_due': (stage) => selling.letBeOverdue(stage, 'subscription', 4),
  'subscription.paused': (stage) => selling.changeSubscription(stage, 'pause'),
  'subscription.resumed': (stage) => selling.changeSubscription(stage, 'pause', 'resume'),
  'subscription.canceled': (stage) => selling.changeSubscription(stage, 'cancel'),
  'subscription.expired': selling.letExpire,
  'invoice.created': (stage) => selling.invoice(stage),
  'invoice.updated': (stage) => selling.invoice(stage, 'payment_link'),
  'invoice.sent': (stage) => selling.invoice(stage, 'send'),
  'invoice.paid': (stage) => selling.invoice(stage, 'mark_paid'),
  'invoice.payment_failed': selling.failToCharge,
  'invoice.overdue': (stage) => selling.letBeOverdue(stage, 'invoice', 4),
  'invoice.reminder_due': (stage) => selling.letBeOverdue(stage, 'invoice', 6),
  'invoice.marked_uncollectible': (stage) => selling.invoice(stage, 'write_off'),
  'credit_note.created': selling.creditInvoice,
  'webhook_endpoint.failing': {
    because: 'an endpoint has to take nothing for an hour, by the clock of this world',
  },
  'webhook_endpoint.disabled': disableEndpoint,
  'mail_suppression.created': selling.suppressMail,
  'mail_suppression.removed': selling.allowMail,
  'invoice.voided': (stage) => selling.invoice(stage, 'void'),
};
