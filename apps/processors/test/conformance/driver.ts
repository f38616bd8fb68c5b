import { newId, type Uuid } from '@florin/contracts';
import { type Currency, parseCurrency } from '@florin/money';
import type { ChargeState, Merchant } from '../../src/contract/model.ts';
import type {
  Abilities,
  ChargeName,
  ChargeOrder,
  Processor,
} from '../../src/contract/processor.ts';

/** How a customer pays, or does not. A driver has those that its processor can play. */
export type Payer =
  | 'pays'
  | 'is refused'
  | 'has too little'
  | 'pays, and is refused when charged later'
  | 'pays, and has to be asked when charged later'
  | 'pays, and disputes it'
  | 'pays, and a refund comes back'
  | 'pays, and a refund takes its time';

/** A webhook as a processor would send it. */
export interface SignedWebhook {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

/** What plays the world around an adapter: its customers, its network, and the processor's own books. */
export interface Driver {
  readonly processor: Processor;
  readonly merchant: Merchant;
  /** Fitting what it takes. */
  readonly currency: Currency;
  readonly payers: readonly Payer[];
  /** What orders of such a payer differ in. */
  orderOf(payer: Payer): Partial<ChargeOrder>;
  /** Does what the customer does once their charge was begun, as far as they are let. */
  act(payer: Payer, state: ChargeState): Promise<void>;
  /** Makes a call that reaches the processor, and loses its answer. */
  losing(call: () => Promise<unknown>): Promise<void>;
  /** What the processor has taken for a charge, in minor units. */
  taken(id: Uuid): Promise<bigint>;
  /** What it has given by a refund or payout, without what has come back. */
  given(id: Uuid): Promise<bigint>;
  /** What must never be seen. */
  readonly secrets: readonly string[];
  /** Money that is there to be paid out. */
  fund?(amount: bigint): Promise<void>;
  /** A payout that the bank sends back; its amount. */
  readonly comesBack?: bigint;
  returnPayout?(reference: string): Promise<void>;
  /** A notice about a charge, signed at that time in milliseconds since 1970, by one of its secrets. */
  sign?(charge: ChargeName, at: number, secret: 'first' | 'second' | 'forged'): SignedWebhook;
  stop(): Promise<void>;
}

export interface Rule {
  readonly name: string;
  /** Whom it needs to be played, and what the processor has to be able to do. */
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

/** Has a customer pay, until it is decided. */
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

/** Has a customer pay who does, and says by which name it can be given back. */
export async function paid(driver: Driver, payer: Payer = 'pays', amount = AMOUNT) {
  const { order, state } = await pay(driver, payer, { amount });
  if (state.status !== 'succeeded') throw new Error(`who pays was ${state.status}`);
  return { order, state, chargeReference: state.reference };
}

/** What became of a charge: asked until it waits for nobody but the customer. */
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

/** Asks again and again, for a bounded time. */
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
