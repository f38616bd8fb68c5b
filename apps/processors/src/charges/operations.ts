import { AppError, isLive, type Uuid } from '@florin/contracts';
import type { ChargeState, Unknown } from '../contract/model.ts';
import type { ChargeName, ChargeOrder, Processor } from '../contract/processor.ts';
import { ProcessorUnavailable } from '../contract/processor.ts';
import { OutcomeUnknown } from '../contract/timeouts.ts';
import { type Charge, isFinal, isLongOrdered, learn } from '../domain/charge.ts';
import { isChargeable, type PaymentMethod } from '../domain/method.ts';
import { saveCharged } from '../methods/operations.ts';
import { findCustomerReference, findMethod, findMethodToCharge } from '../methods/queries.ts';
import { mustHave, type Registry } from '../registry.ts';
import type { Db } from '../schema.ts';
import { findCharge, insertCharge, lockCharge, type NewCharge, saveCharge } from './queries.ts';

export interface ChargeDeps {
  readonly db: Db;
  readonly registry: Registry;
}

export interface PaymentOrder
  extends Omit<NewCharge, 'livemode'>,
    Pick<ChargeOrder, 'email' | 'returnUrl' | 'card'> {}

/**
 * Starts a charge: stores it, orders it at the processor under its id, stores the response. The
 * process may die after any step. A repeated call returns the current state.
 */
export async function authorize(deps: ChargeDeps, order: PaymentOrder): Promise<Charge> {
  const livemode = isLive(order.merchant.accountId);
  const processor = deps.registry.of({ ...order, livemode });
  if (!processor)
    throw new AppError(
      'invalid_request',
      `the processor ${order.processor} is not configured in the mode of the account`,
    );
  return orderOnce(deps, { ...order, livemode }, processor, async () => {
    const { savesFor, mandate, email, merchant } = order;
    const canSave = savesFor !== null && processor.abilities.savesMethods;
    const saves = canSave
      ? {
          customer: savesFor,
          email,
          mandate: mandate ?? '',
          customerReference: await findCustomerReference(
            deps.db,
            merchant.accountId,
            savesFor,
            processor.name,
          ),
        }
      : null;
    return processor.authorize({ ...order, saves, capture: 'automatic' });
  });
}

export type SavedOrder = Omit<
  NewCharge,
  'processor' | 'livemode' | 'mandate' | 'merchant' | 'savesFor' | 'customer'
> & {
  readonly accountId: Uuid;
  readonly methodId: Uuid;
};

/**
 * Charges a saved method.
 * @throws AppError not_found if it was removed or is disputed.
 */
export async function chargeSaved(deps: ChargeDeps, order: SavedOrder): Promise<Charge> {
  const { accountId, methodId } = order;
  const saved = await findMethod(deps.db, methodId);
  const isTheirs = saved?.accountId === accountId && isChargeable(saved);
  const processor = isTheirs ? deps.registry.of(saved) : undefined;
  if (!saved || !processor)
    throw new AppError('not_found', 'this payment method was removed, or is disputed');
  const { merchant, mandate, method, customer } = saved;
  const { name, livemode } = processor;
  const terms = { merchant, mandate, customer, savesFor: null };
  const charge = { ...order, ...terms, processor: name, livemode };
  return orderOnce(deps, charge, processor, () => processor.chargeSaved({ ...charge, method }));
}

/**
 * The method to charge a customer: the named one, else their default, else their newest other one.
 */
export async function findSaved(
  { db, registry }: ChargeDeps,
  accountId: Uuid,
  { customer, methodId }: { readonly customer: string; readonly methodId: Uuid | null },
): Promise<PaymentMethod> {
  const named = methodId === null ? undefined : await findMethod(db, methodId);
  const isTheirs =
    named?.accountId === accountId && named.customer === customer && isChargeable(named);
  const saved = isTheirs ? named : await findMethodToCharge(db, accountId, customer);
  if (saved && registry.openFor(accountId).some(({ name }) => name === saved.processor))
    return saved;
  throw new AppError('not_found', 'the customer has no saved payment method');
}

/** Current state of a charge; undefined if none with this id was ordered. */
export async function findOutcome(deps: ChargeDeps, id: Uuid): Promise<Charge | undefined> {
  const charge = await findCharge(deps.db, id);
  return charge && refresh(deps, charge);
}

/** Cancels a charge, even if its order is still on its way. */
export async function cancel(
  deps: ChargeDeps,
  order: Omit<NewCharge, 'livemode' | 'description' | 'methodId' | 'customer'>,
): Promise<Charge> {
  const livemode = isLive(order.merchant.accountId);
  const charge = { ...order, livemode, description: '', methodId: null, customer: null };
  const wasNew = await insertCharge(deps.db, charge, 'canceled');
  const stored = await mustFind(deps.db, charge.id);
  if (wasNew || isFinal(stored.status)) return stored;
  const processor = mustHave(deps.registry, stored);
  return take(deps.db, stored.id, await processor.cancel(nameOf(stored)));
}

/**
 * Reads the current state from the processor unless final. An order that the processor has not
 * received once no caller waits any more is canceled, so the customer can choose again.
 */
export async function refresh({ db, registry }: ChargeDeps, charge: Charge): Promise<Charge> {
  if (isFinal(charge.status)) return charge;
  const processor = mustHave(registry, charge);
  const state = await processor.find(nameOf(charge));
  const isLost = state.status === 'unknown' && isLongOrdered(charge, Date.now());
  return take(db, charge.id, isLost ? await processor.cancel(nameOf(charge)) : state);
}

async function orderOnce(
  deps: ChargeDeps,
  order: NewCharge,
  processor: Processor,
  send: () => Promise<ChargeState>,
): Promise<Charge> {
  const isNew = await insertCharge(deps.db, order);
  const stored = await mustFind(deps.db, order.id);
  if (!isNew) {
    if (stored.amount !== order.amount || stored.currency !== order.currency)
      throw new AppError('conflict', `the charge ${order.id} was created for another amount`);
    return refresh(deps, stored);
  }
  try {
    return await take(deps.db, order.id, await send());
  } catch (error) {
    if (error instanceof OutcomeUnknown) return stored;
    // Certainly not received, so the caller may order under another id.
    if (error instanceof ProcessorUnavailable)
      return take(deps.db, order.id, await processor.cancel(nameOf(stored)));
    throw error;
  }
}

/** Stores a processor's state. */
function take(db: Db, id: Uuid, state: ChargeState | Unknown): Promise<Charge> {
  return db.transaction().execute(async (tx) => {
    const before = await lockCharge(tx, id);
    const { charge, saved } = learn(before, state);
    if (isFinal(before.status)) return before;
    const { savesFor: customer, merchant, processor, livemode, mandate } = charge;
    const methodId =
      saved && customer !== null
        ? await saveCharged(tx, { merchant, customer, processor, livemode, mandate, method: saved })
        : charge.methodId;
    const after = { ...charge, methodId };
    // Saved even if nothing is new, since each poll lengthens the interval.
    await saveCharge(tx, after);
    return after;
  });
}

function nameOf({ id, merchant, reference }: Charge): ChargeName {
  return { id, merchant, reference };
}

async function mustFind(db: Db, id: Uuid): Promise<Charge> {
  const charge = await findCharge(db, id);
  if (!charge) throw new Error(`charge ${id} does not exist`);
  return charge;
}
