import { z } from 'zod';
import { accountSchema } from './resources/account.ts';
import { apiKeySchema } from './resources/api-key.ts';
import { creditNoteSchema } from './resources/credit-note.ts';
import { customerSchema } from './resources/customer.ts';
import { disputeSchema } from './resources/dispute.ts';
import { emailConfirmationSchema } from './resources/email-confirmation.ts';
import { invitationSchema } from './resources/invitation.ts';
import { invoiceSchema } from './resources/invoice.ts';
import { mailSuppressionSchema } from './resources/mail-suppression.ts';
import {
  createdAt,
  idOf,
  instantOrNull,
  livemodeOrNull,
  objectOf,
  ownId,
} from './resources/members.ts';
import { membershipSchema } from './resources/membership.ts';
import { paymentMethodSchema } from './resources/payment-method.ts';
import { paymentRequestSchema } from './resources/payment-request.ts';
import { payoutSchema } from './resources/payout.ts';
import { refundSchema } from './resources/refund.ts';
import { subscriptionSchema } from './resources/subscription.ts';
import { transactionSchema } from './resources/transaction.ts';
import { anonymizedUserSchema, userSchema } from './resources/user.ts';
import { webhookEndpointSchema } from './resources/webhooks.ts';

const sessionSchema = z
  .object({
    id: ownId('session', 'session'),
    object: objectOf('session'),
    livemode: livemodeOrNull,
    user_id: idOf('user', 'User who logged in'),
    created_at: createdAt,
    ended_at: instantOrNull('When the session ended (RFC 3339, UTC); null while it is open.'),
  })
  .meta({ id: 'SessionSnapshot', description: 'A login session of a user, as in events.' });

/** Every event type: the object it carries, in its public shape, and when it is published. */
export const eventCatalogue = {
  'account.created': accountSchema.describe('an account was opened'),
  'account.updated': accountSchema.describe('the name, email or settings of an account changed'),
  'account.suspended': accountSchema.describe(
    'an administrator suspended an account; it is read-only',
  ),
  'account.activated': accountSchema.describe('an account is no longer suspended'),
  'account.closed': accountSchema.describe('an account was closed permanently'),
  'user.created': userSchema.describe('a user was created'),
  'user.updated': userSchema.describe(
    'the name, status, role, username or email of a user changed',
  ),
  'user.deleted': userSchema.describe('a user was deleted; the object shows the last state'),
  'user.anonymized': anonymizedUserSchema.describe(
    'the personal data of a deleted user was erased; remove it from your systems too',
  ),
  'session.created': sessionSchema.describe('a user logged in'),
  'session.ended': sessionSchema.describe('a session was ended, or expired in use'),
  'api_key.created': apiKeySchema.describe('an API key was created'),
  'api_key.updated': apiKeySchema.describe('the name of an API key changed'),
  'api_key.rotated': apiKeySchema.describe('the secret of an API key was rotated'),
  'api_key.revoked': apiKeySchema.describe('an API key was revoked'),
  'email_confirmation.requested': emailConfirmationSchema.describe(
    'a user was asked by mail to confirm a change to a login',
  ),
  'membership.created': membershipSchema.describe('a user joined another account'),
  'membership.updated': membershipSchema.describe('the role of a user in another account changed'),
  'membership.deleted': membershipSchema.describe('a user left another account'),
  'invitation.created': invitationSchema.describe(
    'a person was invited by mail to join an account',
  ),
  'invitation.accepted': invitationSchema.describe('an invitation was accepted'),
  'invitation.revoked': invitationSchema.describe('an invitation was revoked or expired'),
  'transaction.created': transactionSchema.describe('a transaction was recorded, with any status'),
  'transaction.succeeded': transactionSchema.describe(
    'a pending transaction settled or was captured',
  ),
  'transaction.failed': transactionSchema.describe(
    'a pending transaction was not captured in time',
  ),
  'transaction.canceled': transactionSchema.describe('a pending transaction was canceled'),
  'transaction.updated': transactionSchema.describe(
    'the reference, metadata or refunds of a transaction changed',
  ),
  'payment.created': paymentRequestSchema.describe('a payment was requested from a customer'),
  'payment.succeeded': paymentRequestSchema.describe('a customer paid; the credit is recorded'),
  'payment.failed': paymentRequestSchema.describe('the last allowed payment attempt was declined'),
  'payment.canceled': paymentRequestSchema.describe('a payment request was canceled or expired'),
  'refund.created': refundSchema.describe('a refund is on its way to the payer'),
  'refund.succeeded': refundSchema.describe('a refund reached the payer'),
  'refund.failed': refundSchema.describe(
    'a refund failed, possibly long after it succeeded; the account has the money again',
  ),
  'dispute.created': disputeSchema.describe('a payer disputed a payment; the money is withheld'),
  'dispute.updated': disputeSchema.describe('evidence was sent, or more money was withheld'),
  'dispute.won': disputeSchema.describe('a dispute was won; the account keeps the money'),
  'dispute.lost': disputeSchema.describe('a dispute was lost; the payer has the money back'),
  'payout.created': payoutSchema.describe('a payout to the bank of an account is on its way'),
  'payout.paid': payoutSchema.describe('a payout arrived at the bank, as the processor reports'),
  'payout.failed': payoutSchema.describe(
    'a payout failed, possibly after it was paid; the account has the money again',
  ),
  'payment_method.created': paymentMethodSchema.describe(
    'a customer saved a payment method, which can now be charged',
  ),
  'payment_method.updated': paymentMethodSchema.describe(
    'a card was replaced by its network, the default changed, or a dispute paused or no longer pauses its charges',
  ),
  'payment_method.expiring': paymentMethodSchema.describe('a saved card expires within 30 days'),
  'payment_method.removed': paymentMethodSchema.describe(
    'a payment method was removed; the object shows the last state',
  ),
  'customer.created': customerSchema.describe('a customer was created, explicitly or at first use'),
  'customer.updated': customerSchema.describe(
    'the email, name, external id or metadata of a customer changed, or the seller changed its credit, or granted credit expired',
  ),
  'customer.anonymized': customerSchema.describe(
    'the personal data of a customer was erased; the object shows what remains',
  ),
  'subscription.created': subscriptionSchema.describe('a subscription was created'),
  'subscription.updated': subscriptionSchema.describe(
    'the plan, quantity, metadata or scheduled change of a subscription changed',
  ),
  'subscription.trial_will_end': subscriptionSchema.describe('a trial ends within three days'),
  'subscription.activated': subscriptionSchema.describe(
    'a period was paid, or its invoice was sent',
  ),
  'subscription.past_due': subscriptionSchema.describe('a charge failed, or an invoice is overdue'),
  'subscription.paused': subscriptionSchema.describe('a subscription was paused'),
  'subscription.resumed': subscriptionSchema.describe('a subscription was resumed after a pause'),
  'subscription.canceled': subscriptionSchema.describe(
    'a subscription was canceled, now or at the end of the period',
  ),
  'subscription.expired': subscriptionSchema.describe(
    'a subscription ended without ever being paid',
  ),
  'invoice.created': invoiceSchema.describe('an invoice was created'),
  'invoice.updated': invoiceSchema.describe(
    'an invoice can now be paid by another payment request',
  ),
  'invoice.sent': invoiceSchema.describe('a seller sent an invoice to its customer'),
  'invoice.paid': invoiceSchema.describe('an invoice was paid'),
  'invoice.payment_failed': invoiceSchema.describe(
    'a charge of a card or a balance for an invoice failed',
  ),
  'invoice.overdue': invoiceSchema.describe(
    'an invoice is overdue and has no card to charge; send the first reminder',
  ),
  'invoice.reminder_due': invoiceSchema.describe(
    'an invoice is still overdue; send another reminder',
  ),
  'invoice.marked_uncollectible': invoiceSchema.describe(
    'an invoice was written off; it can still be paid by a payment link',
  ),
  'invoice.refunded': invoiceSchema.describe('money of an invoice was refunded'),
  'invoice.disputed': invoiceSchema.describe(
    'a dispute took money of an invoice: the bank withholds it, or has returned it to the payer',
  ),
  'invoice.recovered': invoiceSchema.describe(
    'money of an invoice came back to its seller: a dispute was won, or a refund failed',
  ),
  'credit_note.created': creditNoteSchema.describe('a credit note was issued'),
  'webhook_endpoint.failing': webhookEndpointSchema.describe(
    'deliveries to a webhook endpoint have failed for an hour; retries continue at growing intervals',
  ),
  'webhook_endpoint.disabled': webhookEndpointSchema.describe(
    'a webhook endpoint responded that it is gone; deliveries stopped',
  ),
  'mail_suppression.created': mailSuppressionSchema.describe(
    'mail to an address bounced, was reported as spam, or was unsubscribed from',
  ),
  'mail_suppression.removed': mailSuppressionSchema.describe(
    'an address receives mail again; the object shows the removed suppression',
  ),
  'invoice.voided': invoiceSchema.describe('an invoice was voided; it is no longer owed'),
} as const satisfies Record<string, z.ZodType>;

export type EventType = keyof typeof eventCatalogue;

/** Ids are compared in lowercase. */
const uuid = z.uuid().toLowerCase();

export const actorSchema = z
  .object({
    user_id: uuid.nullable().describe('The user; null if none.'),
    session_id: uuid.nullable().describe('Session of the user; null if none.'),
    api_key_id: uuid.nullable().describe('The API key; null if none.'),
    role: z.string().nullable().describe('Role of the user at that time; null if none.'),
    address: z
      .string()
      .nullable()
      .describe('IP address of the client; null if the gateway did not report one.'),
    operation: z
      .string()
      .optional()
      .describe(
        'Operation that was called: `PATCH /v1/users/{user_id}`; absent in data from older versions.',
      ),
  })
  .describe(
    'The caller of the request. All fields except the address are null for a caller without a token.',
  );

export type Actor = z.output<typeof actorSchema>;

/**
 * An event between services. Consumers must tolerate unknown fields, types and objects, because the
 * producer may be a newer version.
 */
export const eventSchema = z.object({
  id: uuid.describe('Id of the event, the same for every delivery.'),
  type: z
    .string()
    .regex(/^[a-z_]+\.[a-z_]+$/)
    .describe('Type of the event, of the catalog or of a newer one.'),
  created_at: z.iso.datetime().describe('Time of the event (RFC 3339, UTC).'),
  account_id: uuid
    .nullable()
    .describe('Account that it belongs to; null for events outside any account.'),
  aggregate_id: uuid.describe('The object that changed.'),
  aggregate_sequence: z
    .number()
    .int()
    .positive()
    .describe('Version of the aggregate: 1 for its first event, then without gaps.'),
  data: z
    .object({
      object: z
        .record(z.string(), z.unknown())
        .describe('The object after the change, in the public shape.'),
      previous: z
        .record(z.string(), z.unknown())
        .optional()
        .describe(
          'The fields that changed, with their earlier values; absent if nothing is compared.',
        ),
    })
    .describe('The change.'),
  request: z
    .object({
      id: z.string().nullable().describe('Id of the request; null if Florin acted by itself.'),
      idempotency_key: z.string().nullable().describe('Its Idempotency-Key; null if none.'),
      actor: actorSchema
        .optional()
        .describe('Data for the audit log; absent if Florin acted by itself.'),
    })
    .describe('The request that caused the event.'),
});

export type DomainEvent = z.output<typeof eventSchema>;

/** The earlier values of the changed members. Members that did not exist are null. */
export function differenceOf(before: object, after: object): Record<string, unknown> {
  const old = before as Readonly<Record<string, unknown>>;
  const changes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(after))
    if (!isSame(old[name], value)) changes[name] = old[name] ?? null;
  return changes;
}

function isSame(before: unknown, after: unknown): boolean {
  return before === after || JSON.stringify(before) === JSON.stringify(after);
}
