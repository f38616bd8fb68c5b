import type { MessageKind } from '../domain/mail.ts';
import type { Facts } from './write.ts';

const INVOICE = 'INV-2026-00042';
const PLAN = 'Pro';
const nothing = { amount: null, currency: null, at: null, reference: null, name: null } as const;
const money = { amount: '12900', currency: 'EUR' };
const at = '2026-12-01T09:00:00.000Z';

const factsOf: Readonly<Record<MessageKind, Partial<Facts>>> = {
  payment_request: { ...money, reference: 'Order 2041' },
  receipt: { ...money, reference: 'Order 2041' },
  refund: money,
  invoice: { ...money, name: INVOICE, at },
  credit_note: { ...money, name: 'CN-7', reference: INVOICE, creditTo: 'card' },
  payment_failed: { ...money, name: INVOICE },
  reminder: { ...money, name: INVOICE, at },
  card_expiring: { name: 'Visa •••• 4242 (12/2026)' },
  trial_ending: { ...money, name: PLAN, at },
  subscription_changed: { ...money, name: PLAN, at },
  subscription_ending: { name: PLAN, at },
  subscription_ended: { name: PLAN, at },
  key_made: { name: 'back end (sk_test_Ab12…)' },
  key_rotated: { name: 'back end (sk_test_Ab12…)' },
  payout_failed: { ...money, reference: 'Week 48' },
  dispute_opened: { ...money, name: 'product_not_received', at },
  dispute_lost: money,
  refund_failed: money,
  endpoint_failing: { name: 'https://shop.example/florin', at },
  endpoint_disabled: { name: 'https://shop.example/florin', at },
  sign_up: { code: '482913' },
  verify_email: { code: '482913' },
  password_reset: {},
  email_change: { name: 'ada@new.example' },
  email_release: { name: 'ada@new.example' },
  email_undo: { name: 'ada@new.example' },
  invitation: { name: 'Grace Hopper' },
  new_login: { name: 'Firefox on Linux, 203.0.113.0/24' },
  digest: { name: 'payment.succeeded 12 · refund.succeeded 3 · payout.failed 1', at },
};

/** Sample content of each kind of email, for previews. */
export function sampleFacts(
  kind: MessageKind,
  shown: Pick<Facts, 'account' | 'url' | 'logoUrl'>,
): Facts {
  return { ...nothing, code: null, timezone: 'UTC', ...shown, ...factsOf[kind] };
}
