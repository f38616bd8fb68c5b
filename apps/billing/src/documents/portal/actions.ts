import { AppError, type ErrorCode, newId, parsePublicId, type Reply } from '@florin/contracts';
import type { IdempotencyKey } from '@florin/database';
import { text } from '@florin/http-api';
import { updateCustomer } from '../../customers/operations.ts';
import { termsOf } from '../../domain/price.ts';
import { timingOf } from '../../domain/subscription/commands.ts';
import type { Subscription } from '../../domain/subscription/model.ts';
import { addressField, taxIdsField } from '../../fields/party.ts';
import { findQuote } from '../../records/quotes-queries.ts';
import { changeSubscription } from '../../selling/subscriptions/change.ts';
import { type Change, newChange } from '../../selling/subscriptions/update.ts';
import type { Portal } from './open.ts';
import type { DetailField, Outcome } from './pages/texts/texts.ts';
import type { PortalSessionDeps } from './sessions.ts';

export interface ActionDeps extends PortalSessionDeps {
  readonly beginChange: (change: Change, key: IdempotencyKey | undefined) => Promise<Reply>;
}

const causeOf = (requestId: string) => ({ requestId, idempotencyKey: null });

/** Changes a subscription at the quoted price, or not at all. */
export async function changeAtQuote(
  { db, beginChange }: ActionDeps,
  { settings }: Portal,
  subscription: Subscription,
  publicId: string,
  requestId: string,
): Promise<Outcome> {
  const quoteId = parsePublicId('quote', publicId);
  const quote = quoteId && (await findQuote(db, subscription.id, quoteId));
  if (!quote || !settings.plans.includes(quote.plan.id)) return 'outdated';
  const { pricedAt } = quote;
  const ids = { changeId: newId(), invoiceId: newId() };
  const command = {
    type: 'update',
    ...termsOf(quote),
    ...ids,
    ...timingOf(quote),
    pricedAt,
  } as const;
  const change = newChange(subscription.id, command, quote.id, causeOf(requestId));
  // The quote is the idempotency key, so a double click changes only once.
  const sent = { quote: publicId };
  const reply = await beginChange(change, {
    ...{ scope: `portal ${subscription.id}`, key: publicId, request: sent, sent },
  });
  return outcomeOf(reply, 'changed');
}

/** Cancels within the limits that the seller set, or reverses a cancellation. */
export async function cancelOrKeep(
  deps: ActionDeps,
  { settings }: Portal,
  subscription: Subscription,
  action: 'cancel' | 'keep',
  requestId: string,
): Promise<Outcome> {
  if (action === 'cancel' && settings.cancel === 'off') return 'refused';
  const command =
    action === 'keep'
      ? ({ type: 'uncancel' } as const)
      : ({ type: 'cancel', atPeriodEnd: settings.cancel === 'at_period_end' } as const);
  const cause = causeOf(requestId);
  const reply = await changeSubscription(deps, { subscription, command, key: undefined, cause });
  return outcomeOf(reply, action === 'keep' ? 'kept' : 'canceled');
}

function outcomeOf({ status, body }: Reply, done: Outcome): Outcome {
  if (status === 200) return done;
  const { error } = body as { error?: ErrorCode };
  if (error === 'insufficient_funds' || error === 'card_declined') return 'declined';
  return error === 'conflict' && done === 'changed' ? 'outdated' : 'refused';
}

const LINE_LENGTH_MAX = 200;
const lineField = text(LINE_LENGTH_MAX).nullable();

type DetailsForm = Readonly<Record<DetailField, string>>;

/** Saves a customer's details; invalid ones change nothing. */
export async function saveDetails(
  { db }: Pick<ActionDeps, 'db'>,
  { customer, settings }: Portal,
  form: DetailsForm,
  requestId: string,
): Promise<Outcome> {
  if (!settings.details) return 'refused';
  const given = (name: DetailField) => form[name].trim() || null;
  const lines = [given('name'), given('company')];
  if (lines.some((line) => !lineField.safeParse(line).success)) return 'refused';
  const names = ['line1', 'line2', 'postal_code', 'city', 'region', 'country'] as const;
  const parts = Object.fromEntries(names.map((name) => [name, given(name)]));
  const isEmpty = Object.values(parts).every((part) => part === null);
  const address = isEmpty ? undefined : addressField.safeParse(parts);
  if (address && !address.success) return 'address';
  const taxIds = taxIdsOf(customer.details.taxIds, given('tax_id'));
  if (!taxIds) return 'tax_id';
  const details = { company: given('company'), address: address?.data ?? null, taxIds };
  const change = {
    ...{ externalId: undefined, email: undefined, metadata: undefined },
    ...{ name: given('name'), details },
  };
  const cause = causeOf(requestId);
  const { status } = await updateCustomer({ db }, customer.id, change, {
    ...{ key: undefined, cause },
  });
  if (status !== 200) throw new AppError('unavailable', 'the details could not be saved');
  return 'saved';
}

/** The form shows only the first VAT ID; the others stay. Undefined for an invalid id. */
function taxIdsOf(before: Portal['customer']['details']['taxIds'], value: string | null) {
  const [first, ...others] = before;
  if (value === null) return others;
  if (first?.value === value) return before;
  const read = taxIdsField.safeParse([{ type: 'vat', value }]);
  return read.success ? [...read.data, ...others] : undefined;
}
