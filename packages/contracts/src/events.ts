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
    user_id: idOf('user', 'User who has logged in'),
    created_at: createdAt,
    ended_at: instantOrNull('When it was ended (RFC 3339, UTC); null while it goes on.'),
  })
  .meta({ id: 'SessionSnapshot', description: 'A login of a user, as events carry it.' });

/** Every type of event: the object it carries, in the shape clients read it, and when it comes. */
export const eventCatalogue = {
  'account.created': accountSchema.describe('an account was opened'),
  'account.updated': accountSchema.describe('its name, email or settings have changed'),
  'account.suspended': accountSchema.describe('an admin has suspended it: it reads only'),
  'account.activated': accountSchema.describe('it is no longer suspended'),
  'account.closed': accountSchema.describe('it is closed for ever'),
  'user.created': userSchema.describe('somebody can log in who could not before'),
  'user.updated': userSchema.describe('name, status, role, username or email have changed'),
  'user.deleted': userSchema.describe('a user is gone; the object is as it was'),
  'user.anonymized': anonymizedUserSchema.describe(
    'the personal data of a deleted user is erased; remove it from your systems too',
  ),
  'session.created': sessionSchema.describe('somebody has logged in'),
  'session.ended': sessionSchema.describe('a session was ended, or expired in use'),
  'api_key.created': apiKeySchema.describe('a key was made'),
  'api_key.updated': apiKeySchema.describe('its name has changed'),
  'api_key.rotated': apiKeySchema.describe('a key was given another secret'),
  'api_key.revoked': apiKeySchema.describe('a key was revoked'),
  'email_confirmation.requested': emailConfirmationSchema.describe(
    'somebody is asked by mail to confirm something of a login',
  ),
  'membership.created': membershipSchema.describe('a user belongs to one more account'),
  'membership.updated': membershipSchema.describe('they have another role in it'),
  'membership.deleted': membershipSchema.describe('they belong to it no more'),
  'invitation.created': invitationSchema.describe('somebody is asked by mail to join an account'),
  'invitation.accepted': invitationSchema.describe('they have joined'),
  'invitation.revoked': invitationSchema.describe('they can join by it no more'),
  'transaction.created': transactionSchema.describe('a transaction was recorded, with any status'),
  'transaction.succeeded': transactionSchema.describe('a pending one has settled or was captured'),
  'transaction.failed': transactionSchema.describe('a pending one was not captured in time'),
  'transaction.canceled': transactionSchema.describe('a pending one was canceled'),
  'transaction.updated': transactionSchema.describe('reference, metadata or refunds have changed'),
  'payment.created': paymentRequestSchema.describe('a customer was asked to pay'),
  'payment.succeeded': paymentRequestSchema.describe(
    'the customer has paid; the credit is recorded',
  ),
  'payment.failed': paymentRequestSchema.describe('the last try that was allowed was declined'),
  'payment.canceled': paymentRequestSchema.describe('it was canceled, or has expired'),
  'refund.created': refundSchema.describe('money of a payment is on its way back to its payer'),
  'refund.succeeded': refundSchema.describe('the payer has it back'),
  'refund.failed': refundSchema.describe(
    'it did not arrive, perhaps long after it had succeeded: the money is the account’s again',
  ),
  'dispute.created': disputeSchema.describe('a payer disputes a payment; its money is withheld'),
  'dispute.updated': disputeSchema.describe('evidence was sent, or more of its money withheld'),
  'dispute.won': disputeSchema.describe('the account keeps the money'),
  'dispute.lost': disputeSchema.describe('the payer has the money back'),
  'payout.created': payoutSchema.describe('money of the account is on its way to its bank'),
  'payout.paid': payoutSchema.describe('it is said to have arrived there'),
  'payout.failed': payoutSchema.describe(
    'it did not arrive, perhaps after it had been paid: the money is the account’s again',
  ),
  'payment_method.created': paymentMethodSchema.describe(
    'a customer has saved it, and is charged by it',
  ),
  'payment_method.updated': paymentMethodSchema.describe(
    'its network has replaced the card, another one is the default, or a dispute has paused its charges or no longer does',
  ),
  'payment_method.expiring': paymentMethodSchema.describe('its card expires within 30 days'),
  'payment_method.removed': paymentMethodSchema.describe(
    'it is never charged again; the object is as it was',
  ),
  'customer.created': customerSchema.describe('a customer was made, by itself or at first use'),
  'customer.updated': customerSchema.describe('email, name, external id or metadata have changed'),
  'customer.anonymized': customerSchema.describe(
    'its personal data was erased; the object is what remains',
  ),
  'subscription.created': subscriptionSchema.describe('a subscription was made'),
  'subscription.updated': subscriptionSchema.describe(
    'plan, quantity or what is to come has changed',
  ),
  'subscription.trial_will_end': subscriptionSchema.describe('its trial ends within three days'),
  'subscription.activated': subscriptionSchema.describe(
    'a period of it is paid, or its invoice sent',
  ),
  'subscription.past_due': subscriptionSchema.describe(
    'a charge has failed, or an invoice is overdue',
  ),
  'subscription.paused': subscriptionSchema.describe('it was paused'),
  'subscription.resumed': subscriptionSchema.describe('it goes on after a pause'),
  'subscription.canceled': subscriptionSchema.describe('it was canceled, now or at its end'),
  'subscription.expired': subscriptionSchema.describe('it ended without ever being paid'),
  'invoice.created': invoiceSchema.describe('an invoice was made'),
  'invoice.updated': invoiceSchema.describe(
    'it can be paid by another payment request than before',
  ),
  'invoice.sent': invoiceSchema.describe('its seller has sent it to its customer'),
  'invoice.paid': invoiceSchema.describe('it is paid'),
  'invoice.payment_failed': invoiceSchema.describe(
    'a card or a balance was charged for it in vain',
  ),
  'invoice.overdue': invoiceSchema.describe(
    'it is overdue and there is no card to charge: the first reminder is due',
  ),
  'invoice.reminder_due': invoiceSchema.describe('the same still: another reminder is due'),
  'invoice.marked_uncollectible': invoiceSchema.describe(
    'it is given up; by a payment link it can be paid all the same',
  ),
  'invoice.refunded': invoiceSchema.describe('money of it is given back by a refund'),
  'invoice.disputed': invoiceSchema.describe(
    'a dispute has taken money of it: the bank holds the money, or has given it back to the payer',
  ),
  'invoice.recovered': invoiceSchema.describe(
    'money of it came back to its seller: a dispute was won, or a refund has failed',
  ),
  'credit_note.created': creditNoteSchema.describe('something was taken back of an invoice'),
  'webhook_endpoint.failing': webhookEndpointSchema.describe(
    'it has taken nothing for an hour: attempts go on, ever more rarely',
  ),
  'webhook_endpoint.disabled': webhookEndpointSchema.describe(
    'it has said that it is gone: nothing is sent there any more',
  ),
  'mail_suppression.created': mailSuppressionSchema.describe(
    'mail to an address came back, was called spam, or is not wanted',
  ),
  'mail_suppression.removed': mailSuppressionSchema.describe(
    'mail goes to the address again; the object is as it was',
  ),
  'invoice.voided': invoiceSchema.describe('nobody has to pay it any more'),
} as const satisfies Record<string, z.ZodType>;

export type EventType = keyof typeof eventCatalogue;

/** In the one spelling that ids are compared in. */
const uuid = z.uuid().toLowerCase();

export const actorSchema = z
  .object({
    user_id: uuid.nullable().describe('The user; null where it was none.'),
    session_id: uuid.nullable().describe('Session of the user; null where it was none.'),
    api_key_id: uuid.nullable().describe('The API key; null where it was none.'),
    role: z
      .string()
      .nullable()
      .describe('Role of the user at that time; null where they had none.'),
    address: z
      .string()
      .nullable()
      .describe('IP address of the client; null where the gateway did not say.'),
    operation: z
      .string()
      .optional()
      .describe(
        'What they asked for: `PATCH /v1/users/{user_id}`; absent in what an older version wrote.',
      ),
  })
  .describe('Who asked for a change. All but the address is null for somebody without a token.');

export type Actor = z.output<typeof actorSchema>;

/**
 * An event between services. Consumers must tolerate fields, types and objects that they do not
 * know: a newer producer may send them.
 */
export const eventSchema = z.object({
  id: uuid.describe('The same however often it is delivered.'),
  type: z
    .string()
    .regex(/^[a-z_]+\.[a-z_]+$/)
    .describe('What has happened: of the catalogue, or of a newer one.'),
  created_at: z.iso.datetime().describe('When it happened (RFC 3339, UTC).'),
  account_id: uuid
    .nullable()
    .describe('Account that it belongs to; null for what happens outside any account.'),
  aggregate_id: uuid.describe('What has changed.'),
  aggregate_sequence: z
    .number()
    .int()
    .positive()
    .describe('1 for the first event of an aggregate, then without gaps: its version.'),
  data: z
    .object({
      object: z
        .record(z.string(), z.unknown())
        .describe('What has changed, as it was after that, in the shape of clients.'),
      previous: z
        .record(z.string(), z.unknown())
        .optional()
        .describe('The members that have changed, as they were; absent where nothing is compared.'),
    })
    .describe('The change.'),
  request: z
    .object({
      id: z.string().nullable().describe('Id of the request; null where Florin acted by itself.'),
      idempotency_key: z.string().nullable().describe('Its Idempotency-Key; null without one.'),
      actor: actorSchema
        .optional()
        .describe('For the audit log alone; absent where Florin acted by itself.'),
    })
    .describe('The request that caused it.'),
});

export type DomainEvent = z.output<typeof eventSchema>;

/** The members of an object that a change has changed, as they were. Absent ones come as null. */
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
