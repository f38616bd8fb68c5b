import type { Uuid } from '@florin/contracts';
import type { Currency } from '@florin/money';
import type {
  ChargeState,
  DisputeState,
  Evidence,
  Merchant,
  Money,
  Notice,
  SavedMethod,
  SettlementPage,
  TransferState,
  Unknown,
} from './model.ts';

/** A card as its holder typed it, for processors that take one from our page; never stored, never logged. */
export interface Card {
  /** Digits only. */
  readonly number: string;
  readonly expMonth: number;
  /** With its century. */
  readonly expYear: number;
  readonly cvc: string;
  readonly name: string;
}

/** Whose method is saved, and what they were told when they allowed it. */
export interface SaveOrder {
  /** Names the customer among those of the account, in the words of whoever asks. */
  readonly customer: string;
  readonly email: string;
  /** The processor's own name for the customer, once it has one. */
  readonly customerReference: string | null;
  /** The text that the customer agreed to. */
  readonly mandate: string;
}

export interface ChargeOrder extends Money {
  /** Names the charge at the processor for ever: sent twice, it is done once. */
  readonly id: Uuid;
  readonly merchant: Merchant;
  /** What the payer reads on the processor's page. */
  readonly description: string;
  readonly email: string;
  /** `manual` only reserves the money, until `capture`. */
  readonly capture: 'automatic' | 'manual';
  /** Where the processor sends the customer when they have paid there, or have not. */
  readonly returnUrl: string;
  /** Null where the processor asks for it at a page of its own. */
  readonly card: Card | null;
  /** Null saves nothing. */
  readonly saves: SaveOrder | null;
}

export interface SavedChargeOrder extends Money {
  readonly id: Uuid;
  readonly merchant: Merchant;
  readonly description: string;
  readonly method: SavedMethod;
}

/** A charge that was ordered before. */
export interface ChargeName {
  readonly id: Uuid;
  readonly merchant: Merchant;
  /** The processor's own name; null when its answer never came. */
  readonly reference: string | null;
}

export interface RefundOrder extends Money {
  /** Names the refund at the processor for ever. */
  readonly id: Uuid;
  readonly merchant: Merchant;
  readonly chargeReference: string;
  readonly reason: string | null;
}

export interface PayoutOrder extends Money {
  /** Names the payout at the processor for ever. */
  readonly id: Uuid;
  readonly merchant: Merchant;
}

/** A refund or payout that was ordered before. */
export interface TransferName {
  readonly id: Uuid;
  readonly merchant: Merchant;
  readonly reference: string | null;
  /** Of the refunded charge; null for a payout. */
  readonly chargeReference: string | null;
}

export interface MethodOrder {
  readonly id: Uuid;
  readonly merchant: Merchant;
  readonly saves: SaveOrder;
  readonly returnUrl: string;
}

/** What became of saving a method at a page. */
export type MethodState =
  | { readonly status: 'saved'; readonly method: SavedMethod }
  | { readonly status: 'requires_action'; readonly url: string; readonly reference: string }
  | { readonly status: 'declined'; readonly code: string }
  | { readonly status: 'canceled' };

/** What a request to our webhook address came with. */
export interface IncomingWebhook {
  /** The bytes as they came: signatures are over these. */
  readonly body: Buffer;
  readonly header: (name: string) => string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What a processor cannot do is not asked of it, and clients are told so. */
export interface Abilities {
  /** How a customer pays: by a card at our page, at a page of the processor's, by a transfer. */
  readonly pays: 'form' | 'redirect' | 'transfer';
  readonly savesMethods: boolean;
  /** Whether money can be reserved first and taken later. */
  readonly capturesLater: boolean;
  readonly refunds: boolean;
  readonly disputes: boolean;
  readonly payouts: boolean;
  readonly webhooks: boolean;
  /** Whether accounts may have one of their own there. */
  readonly merchants: boolean;
}

/**
 * What takes money from customers and gives it back, outside of Florin.
 *
 * The rules that every adapter keeps, and that `pnpm processor-conformance NAME` holds:
 * - **Once.** An order is done once for its id, however often and by however many it is sent.
 * - **Ask, do not repeat.** A call that fails or never returns may have had its effect. `find` says
 *   what became of it; `unknown` only if the processor has not received it. Nothing is decided by silence.
 * - **Stop.** After `cancel` has said `canceled`, no money is ever taken for that id, even if its order
 *   arrives later. If money was taken before, it says so instead.
 * - **Final is final**, as `ChargeState` and `TransferState` have it.
 * - Declines, refusals and failures that the processor has decided are states. What is thrown means
 *   only: not known. `ProcessorUnavailable` when it was surely not received.
 * - Secrets and card numbers appear in no error, no log and no state.
 */
export interface Processor {
  /** Lower case, for ever: it is stored with every charge. */
  readonly name: string;
  /** Whether real money moves. */
  readonly livemode: boolean;
  readonly abilities: Abilities;
  /** The currencies that it takes; absent where it takes all. */
  readonly takes?: readonly Currency[];

  /** Begins a charge: takes or reserves the money, or says what the customer has to do. */
  authorize(order: ChargeOrder): Promise<ChargeState>;
  /** Takes what is reserved, at most that; what is left is released. Once: repeated, it says the same. */
  capture(charge: ChargeName, amount: bigint): Promise<ChargeState>;
  /** Makes sure that nothing comes of a charge, unless it has succeeded already. */
  cancel(charge: ChargeName): Promise<ChargeState>;
  find(charge: ChargeName): Promise<ChargeState | Unknown>;

  /** Opens a page at which a method is saved without a charge. Sent again it says what became of it. */
  saveMethod(order: MethodOrder): Promise<MethodState>;
  /** The method as it is now: networks replace cards; undefined when it can no longer be charged. */
  findMethod(method: SavedMethod, merchant: Merchant): Promise<SavedMethod | undefined>;
  /** Makes sure that a method is never charged again. */
  removeMethod(method: SavedMethod, merchant: Merchant): Promise<void>;
  /** Charges a saved method. No customer is present to be asked for anything. */
  chargeSaved(order: SavedChargeOrder): Promise<ChargeState>;

  refund(order: RefundOrder): Promise<TransferState>;
  findRefund(refund: TransferName): Promise<TransferState | Unknown>;

  findDispute(reference: string, merchant: Merchant): Promise<DisputeState>;
  /** Sends evidence, once for its id; the bank decides later. */
  answerDispute(
    reference: string,
    merchant: Merchant,
    evidence: Evidence,
    id: Uuid,
  ): Promise<DisputeState>;

  /** Pays out to the bank account that the processor has for the merchant. */
  payOut(order: PayoutOrder): Promise<TransferState>;
  findPayout(payout: TransferName): Promise<TransferState | Unknown>;

  /**
   * The notices of a webhook.
   * @throws AppError unauthorized when it is not signed by the processor, or too long ago
   */
  parseWebhook(request: IncomingWebhook): readonly Notice[];
  /**
   * What webhooks should have told since then of a merchant, for when they are lost: all of it, or it
   * throws.
   */
  listNotices(since: number, merchant: Pick<Merchant, 'reference'>): Promise<readonly Notice[]>;
  /** What was settled after the cursor; null begins with the oldest. */
  listSettlements(
    merchant: Pick<Merchant, 'reference'>,
    cursor: string | null,
  ): Promise<SettlementPage>;
}

/** The processor has surely not received what was sent: it may be sent again. */
export class ProcessorUnavailable extends Error {}
