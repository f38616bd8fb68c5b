import { type DomainEvent, parsePublicId, type Uuid } from '@florin/contracts';
import { type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { readClocks } from '../../clock.ts';
import { bySystem } from '../../domain/cause.ts';
import { applyEvent } from '../../domain/subscription/apply.ts';
import type { MethodSaved } from '../../domain/subscription/commands.ts';
import { decide } from '../../domain/subscription/decide.ts';
import type { SubscriptionEvent } from '../../domain/subscription/events.ts';
import type { Subscription } from '../../domain/subscription/model.ts';
import { type Decided, saveAll } from '../../invoicing/subscriptions/save.ts';
import { lockSubscriptions } from '../../records/subscriptions-queries.ts';
import type { BillingTables } from '../../schema.ts';

/** The fields of a payment method that billing reads; processors may add others. */
const methodSchema = z.object({
  id: z.string(),
  customer_id: z.string(),
  is_default: z.boolean(),
});

interface Saved extends MethodSaved {
  readonly customerId: Uuid;
}

/** Limits the rows that a customer's event locks. */
const SUBSCRIPTIONS_MAX = 100;

/**
 * Handles payment_method.* of processors: makes past due subscriptions due, so that a newly saved
 * card is tried at once.
 */
export async function onMethodSaved(
  tx: Transaction<BillingTables>,
  events: readonly DomainEvent[],
): Promise<void> {
  const saved = events.flatMap((event) => toSaved(event) ?? []);
  const byCustomer = Map.groupBy(saved, ({ customerId }) => customerId);
  const ids = await listWaiting(tx, [...byCustomer.keys()]);
  const locked = await lockSubscriptions(tx, ids);
  if (locked.length === 0) return;
  const timesBy = await readClocks(
    tx,
    locked.map(({ subscription }) => subscription.testClockId),
  );
  const decided = locked.map((before): Decided => {
    const { customerId, testClockId } = before.subscription;
    const occasion = { ...timesBy(testClockId), cause: bySystem };
    const commands = (customerId && byCustomer.get(customerId)) || [];
    return { before, events: decideEach(before.subscription, commands, occasion.nowMs), occasion };
  });
  await saveAll(tx, decided);
}

function decideEach(
  before: Subscription,
  commands: readonly MethodSaved[],
  nowMs: number,
): readonly SubscriptionEvent[] {
  const all: SubscriptionEvent[] = [];
  for (const command of commands) {
    // Cards are saved in real time, which a test clock does not follow.
    const savedAt = before.testClockId === null ? command.savedAt : nowMs;
    const state = all.reduce(applyEvent, before);
    const decision = decide(state, { ...command, savedAt }, nowMs);
    if (decision.accepted) all.push(...decision.events);
  }
  return all;
}

/** Undefined for events that do not change the customer's payment method. */
function toSaved({ type, created_at, data }: DomainEvent): Saved | undefined {
  if (type !== 'payment_method.created' && type !== 'payment_method.updated') return undefined;
  const { id, customer_id, is_default: isDefault } = methodSchema.parse(data.object);
  const { card, is_default: was, disputed: wasDisputed } = data.previous ?? {};
  const isAllowed = wasDisputed === true;
  const isChosen = was === false && isDefault;
  const isNew = type === 'payment_method.created' || card !== undefined || isChosen || isAllowed;
  const methodId = parsePublicId('paymentMethod', id);
  const customerId = parsePublicId('customer', customer_id);
  if (!isNew || methodId === undefined || customerId === undefined) return undefined;
  const savedAt = Date.parse(created_at);
  return { type: 'method_saved', customerId, methodId, isDefault, savedAt };
}

/** Subscriptions of these customers that are past due, or may become so in a moment. */
async function listWaiting(
  db: Kysely<BillingTables>,
  customerIds: readonly Uuid[],
): Promise<readonly Uuid[]> {
  if (customerIds.length === 0) return [];
  const { rows } = await sql<{ id: Uuid }>`
    select waiting.id from unnest(${customerIds}::uuid[]) customer (id),
      lateral (select s.id from subscriptions s
                where s.customer_id = customer.id and (s.status = 'past_due' or s.is_charging)
                order by s.id limit ${SUBSCRIPTIONS_MAX}) waiting`.execute(db);
  return rows.map(({ id }) => id);
}
