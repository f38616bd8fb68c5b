import { newId, type Uuid } from '@florin/contracts';
import { type Currency, parseCurrency } from '@florin/money';
import type { ChargeState, Merchant } from '../../src/contract/model.ts';
import type {
  Abilities,
  ChargeName,
  ChargeOrder,
  Processor,
} from '../../src/contract/processor.ts';

/** Behavior of a customer. A driver lists those that it can simulate. */
export type Payer =
  | 'pays'
  | 'is refused'
  | 'has too little'
  | 'pays, and is refused when charged later'
  | 'pays, and has to be asked when charged later'
  | 'pays, and disputes it'
  | 'pays, and a refund comes back'
  | 'pays, and a refund takes its time';

/** A webhook as the processor would send it. */
export interface SignedWebhook {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** Simulates the world around an adapter: customers, network, and the processor's own records. */
export interface Driver {
  readonly processor: Processor;
  readonly merchant: Merchant;
  /** A currency that the processor accepts. */
  readonly currency: Currency;
  readonly payers: readonly Payer[];
  /** Order fields specific to such a payer. */
  orderOf(payer: Payer): Partial<ChargeOrder>;
  /** Performs the customer's actions after the charge has started. */
  act(payer: Payer, state: ChargeState): Promise<void>;
  /** Makes a call that reaches the processor, and loses its response. */
  losing(call: () => Promise<unknown>): Promise<void>;
  /** Money that the processor has taken for a charge, in minor units. */
  taken(id: Uuid): Promise<bigint>;
  /** Money paid by a refund or payout, minus returned money. */
  given(id: Uuid): Promise<bigint>;
  /** Texts that must never appear anywhere. */
  readonly secrets: readonly string[];
  /** Adds money that can be paid out. */
  fund?(amount: bigint): Promise<void>;
  /** Amount of a payout that the bank returns. */
  readonly comesBack?: bigint;
  returnPayout?(reference: string): Promise<void>;
  /** A notice about a charge, signed with a secret at a time in milliseconds since 1970. */
  sign?(charge: ChargeName, at: number, secret: 'first' | 'second' | 'forged'): SignedWebhook;
  stop(): Promise<void>;
}

export interface Rule {
  readonly name: string;
  /** Required payers and abilities of the processor. */
  readonly payers?: readonly Payer[];
  readonly needs?: (abilities: Abilities, driver: Driver) => boolean;
  check(driver: Driver): Promise<void>;
}

export function applies({ payers = ['pays'], needs }: Rule, driver: Driver): boolean {
  const { abilities } = driver.processor;
  const isPlayed = payers.every((payer) => driver.payers.includes(payer));
  return isPlayed && (needs?.(abilities, driver) ?? true);
}

export const AMOUNT = 1_000n;

export function newOrder(
  driver: Driver,
  payer: Payer,
  given: Partial<ChargeOrder> = {},
): ChargeOrder {
  return {
    id: newId(),
    merchant: driver.merchant,
    amount: AMOUNT,
    currency: driver.currency,
    description: 'order 7',
    email: 'grace@example.com',
    capture: 'automatic',
    returnUrl: 'http://127.0.0.1:1/thanks',
    card: null,
    saves: null,
    ...driver.orderOf(payer),
    ...given,
  };
}

/** Makes a customer pay, and waits for the final state. */
export async function pay(
  driver: Driver,
  payer: Payer,
  given: Partial<ChargeOrder> = {},
): Promise<{ readonly order: ChargeOrder; readonly state: ChargeState }> {
  const order = newOrder(driver, payer, given);
  const begun = await driver.processor.authorize(order);
  await driver.act(payer, begun);
  return { order, state: await decided(driver, order, begun) };
}

/** Makes a customer pay successfully; returns the reference for refunds. */
export async function paid(driver: Driver, payer: Payer = 'pays', amount = AMOUNT) {
  const { order, state } = await pay(driver, payer, { amount });
  if (state.status !== 'succeeded') throw new Error(`the payment is ${state.status}`);
  return { order, state, chargeReference: state.reference };
}

/** Polls a charge until it is final or waits for the customer. */
export function decided(
  { processor }: Driver,
  { id, merchant }: ChargeOrder,
  begun: ChargeState,
): Promise<ChargeState> {
  const reference = 'reference' in begun ? begun.reference : null;
  return until(
    () => processor.find({ id, merchant, reference }),
    (state): state is ChargeState => !['pending', 'unknown'].includes(state.status),
  );
}

const PATIENCE_MS = 25_000;

/** Polls for a bounded time. */
export async function until<State extends { readonly status: string }, Wanted extends State>(
  ask: () => Promise<State>,
  isWanted: (state: State) => state is Wanted,
): Promise<Wanted> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const state = await ask();
    if (isWanted(state)) return state;
    if (performance.now() > end) throw new Error(`it stays ${state.status}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export function currencyOf(code: string): Currency {
  const currency = parseCurrency(code);
  if (!currency) throw new Error(`${code} is no currency`);
  return currency;
}
