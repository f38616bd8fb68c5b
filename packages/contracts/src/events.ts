import { z } from 'zod';
import { accountSchema } from './resources/account.ts';
import { apiKeySchema } from './resources/api-key.ts';
import { customerSchema } from './resources/customer.ts';
import { invoiceSchema } from './resources/invoice.ts';
import { paymentRequestSchema } from './resources/payment-request.ts';
import { subscriptionSchema } from './resources/subscription.ts';
import { transactionSchema } from './resources/transaction.ts';
import { userSchema } from './resources/user.ts';

const sessionSchema = z.object({
  id: z.string(),
  object: z.literal('session'),
  user_id: z.string(),
  created_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
});

/** Every type of event with the object it carries, in the shape clients read it. */
export const eventCatalogue = {
  'account.created': accountSchema,
  'account.updated': accountSchema,
  'account.suspended': accountSchema,
  'account.activated': accountSchema,
  'account.closed': accountSchema,
  'user.created': userSchema,
  'user.updated': userSchema,
  'user.deleted': userSchema,
  'session.created': sessionSchema,
  'session.ended': sessionSchema,
  'api_key.created': apiKeySchema,
  'api_key.rotated': apiKeySchema,
  'api_key.revoked': apiKeySchema,
  'transaction.created': transactionSchema,
  'transaction.succeeded': transactionSchema,
  'transaction.failed': transactionSchema,
  'transaction.canceled': transactionSchema,
  'transaction.updated': transactionSchema,
  'payment.created': paymentRequestSchema,
  'payment.succeeded': paymentRequestSchema,
  'payment.failed': paymentRequestSchema,
  'payment.canceled': paymentRequestSchema,
  'customer.created': customerSchema,
  'customer.updated': customerSchema,
  'subscription.created': subscriptionSchema,
  'subscription.updated': subscriptionSchema,
  'subscription.trial_will_end': subscriptionSchema,
  'subscription.activated': subscriptionSchema,
  'subscription.past_due': subscriptionSchema,
  'subscription.paused': subscriptionSchema,
  'subscription.resumed': subscriptionSchema,
  'subscription.canceled': subscriptionSchema,
  'subscription.expired': subscriptionSchema,
  'invoice.created': invoiceSchema,
  'invoice.updated': invoiceSchema,
  'invoice.paid': invoiceSchema,
  'invoice.payment_failed': invoiceSchema,
  'invoice.overdue': invoiceSchema,
  'invoice.reminder_due': invoiceSchema,
  'invoice.marked_uncollectible': invoiceSchema,
  'invoice.voided': invoiceSchema,
} as const satisfies Record<string, z.ZodType>;

export type EventType = keyof typeof eventCatalogue;

/** In the one spelling that ids are compared in. */
const uuid = z.uuid().toLowerCase();

/** Who asked for a change. All but the address is null for somebody without a token. */
export const actorSchema = z.object({
  user_id: uuid.nullable(),
  session_id: uuid.nullable(),
  api_key_id: uuid.nullable(),
  role: z.string().nullable(),
  /** Of the client; null where the gateway did not say. */
  address: z.string().nullable(),
});

export type Actor = z.output<typeof actorSchema>;

/**
 * An event between services. Consumers must tolerate fields, types and objects that they do not
 * know: a newer producer may send them.
 */
export const eventSchema = z.object({
  id: uuid,
  type: z.string().regex(/^[a-z_]+\.[a-z_]+$/),
  created_at: z.iso.datetime(),
  account_id: uuid.nullable(),
  aggregate_id: uuid,
  /** 1 for an aggregate's first event, then without gaps: its `version`. */
  aggregate_sequence: z.number().int().positive(),
  data: z.object({
    object: z.record(z.string(), z.unknown()),
    previous: z.record(z.string(), z.unknown()).optional(),
  }),
  request: z.object({
    id: z.string().nullable(),
    idempotency_key: z.string().nullable(),
    /** For the audit log alone; absent when Florin acted by itself. */
    actor: actorSchema.optional(),
  }),
});

export type DomainEvent = z.output<typeof eventSchema>;

/** The members of an object that a change has changed, as they were. Absent ones come as null. */
export function differenceOf(before: object, after: object): Record<string, unknown> {
  const old = new Map<string, unknown>(Object.entries(before));
  const changes = Object.entries(after)
    .filter(([name, value]) => !isSame(old.get(name), value))
    .map(([name]) => [name, old.get(name) ?? null] as const);
  return Object.fromEntries(changes);
}

function isSame(before: unknown, after: unknown): boolean {
  return before === after || JSON.stringify(before) === JSON.stringify(after);
}
