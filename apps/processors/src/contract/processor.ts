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

/** A card as entered, for processors that take one from our page; never stored, never logged. */
export interface Card {
  /** Digits only. */
  readonly number: string;
  readonly expMonth: number;
  /** Four digits. */
  readonly expYear: number;
  readonly cvc: string;
  readonly name: string;
}

/** The customer whose method is saved, and the mandate they accepted. */
export interface SaveOrder {
  /** Identifies the customer among those of the account. */
  readonly customer: string;
  readonly email: string;
  /** The processor's id of the customer, once there is one. */
  readonly customerReference: string | null;
  /** The text that the customer agreed to. */
  readonly mandate: string;
}

export interface ChargeOrder extends Money {
  /** Permanent id of the charge, which makes the order idempotent. */
  readonly id: Uuid;
  readonly merchant: Merchant;
  /** Text for the payer on the processor's page. */
  readonly description: string;
  readonly email: string;
  /** `manual` only reserves the money, until `capture`. */
  readonly capture: 'automatic' | 'manual';
  /** Where the processor sends the customer afterwards, paid or not. */
  readonly returnUrl: string;
  /** Null if the processor asks for it on its own page. */
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
  /** The processor's id; null if its response was lost. */
  readonly reference: string | null;
}

export interface RefundOrder extends Money {
  /** Permanent id of the refund. */
  readonly id: Uuid;
  readonly merchant: Merchant;
  readonly chargeReference: string;
  readonly reason: string | null;
}

export interface PayoutOrder extends Money {
  /** Permanent id of the payout. */
  readonly id: Uuid;
  readonly merchant: Merchant;
}

/** A refund or payout that was ordered before. */
export interface TransferName {
  readonly id: Uuid;
  readonly merchant: Merchant;
  readonly reference: string | null;
  /** The refunded charge; null for a payout. */
  readonly chargeReference: string | null;
}

export interface MethodOrder {
  readonly id: Uuid;
  readonly merchant: Merchant;
  readonly saves: SaveOrder;
  readonly returnUrl: string;
}

/** Result of saving a method on a page. */
export type MethodState =
  | { readonly status: 'saved'; readonly method: SavedMethod }
  | { readonly status: 'requires_action'; readonly url: string; readonly reference: string }
  | { readonly status: 'declined'; readonly code: string }
  | { readonly status: 'canceled' };

/** A request to our webhook endpoint. */
export interface IncomingWebhook {
  /** The raw bytes, which are signed. */
  readonly body: Buffer;
  readonly header: (name: string) => string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Abilities of a processor. Clients get an error for anything else. */
export interface Abilities {
  /** Payment by a card on our page, on the processor's page, or by a bank transfer. */
  readonly pays: 'form' | 'redirect' | 'transfer';
  readonly savesMethods: boolean;
  /** Whether money can be reserved first and captured later. */
  readonly capturesLater: boolean;
  readonly refunds: boolean;
  readonly disputes: boolean;
  readonly payouts: boolean;
  readonly webhooks: boolean;
  /** Whether accounts may have their own account there. */
  readonly merchants: boolean;
}

/**
 * An external payment processor. `pnpm processor-conformance NAME` tests these rules; reasons:
 * decision 36.
 * - **Once.** The id makes an order idempotent, for any number of calls and callers.
 * - **Ask, do not repeat.** A failed call may have had its effect. `find` returns it; `unknown`
 *   only if the processor has not received it. A missing response decides nothing.
 * - **Stop.** After `cancel` returns `canceled`, no money is ever taken for that id, even if its
 *   order arrives later. If money was taken before, it returns that.
 * - **Final states never change**, as in `ChargeState` and `TransferState`.
 * - Declines, refusals and failures are states. Errors mean that the outcome is unknown, except
 *   `ProcessorUnavailable`: certainly not received.
 * - Secrets and card numbers appear in no error, log or state.
 */
export interface Processor {
  /** Lower case and permanent: it is stored with every charge. */
  readonly name: string;
  /** Whether real money moves. */
  readonly livemode: boolean;
  readonly abilities: Abilities;
  /** Accepted currencies; undefined for all. */
  readonly takes?: readonly Currency[];

  /** Starts a charge: takes or reserves the money, or returns the customer's required action. */
  authorize(order: ChargeOrder): Promise<ChargeState>;
  /** Captures up to the reserved amount and releases the rest. Idempotent. */
  capture(charge: ChargeName, amount: bigint): Promise<ChargeState>;
  /** Cancels a charge, unless it has succeeded already. */
  cancel(charge: ChargeName): Promise<ChargeState>;
  find(charge: ChargeName): Promise<ChargeState | Unknown>;

  /**
   * Opens a page for saving a method without a charge. A repeated call returns the current state.
   */
  saveMethod(order: MethodOrder): Promise<MethodState>;
  /**
   * Current state of a method, since networks replace cards; undefined once it cannot be charged.
   */
  findMethod(method: SavedMethod, merchant: Merchant): Promise<SavedMethod | undefined>;
  /** Prevents all further charges of a method. */
  removeMethod(method: SavedMethod, merchant: Merchant): Promise<void>;
  /** Charges a saved method without the customer. */
  chargeSaved(order: SavedChargeOrder): Promise<ChargeState>;

  refund(order: RefundOrder): Promise<TransferState>;
  findRefund(refund: TransferName): Promise<TransferState | Unknown>;

  findDispute(reference: string, merchant: Merchant): Promise<DisputeState>;
  /** Submits evidence, once per id; the bank decides later. */
  answerDispute(
    reference: string,
    merchant: Merchant,
    evidence: Evidence,
    id: Uuid,
  ): Promise<DisputeState>;

  /** Pays out to the merchant's bank account at the processor. */
  payOut(order: PayoutOrder): Promise<TransferState>;
  findPayout(payout: TransferName): Promise<TransferState | Unknown>;

  /**
   * Parses the notices of a webhook.
   * @throws AppError unauthorized if the processor did not sign it, or too long ago
   */
  parseWebhook(request: IncomingWebhook): readonly Notice[];
  /**
   * All changes of a merchant since an instant, in case webhooks were lost. Complete, or it throws.
   */
  listNotices(since: number, merchant: Pick<Merchant, 'reference'>): Promise<readonly Notice[]>;
  /** Settlement lines after the cursor; null starts with the oldest. */
  listSettlements(
    merchant: Pick<Merchant, 'reference'>,
    cursor: string | null,
  ): Promise<SettlementPage>;
}

/** Certainly not received, so the call may be repeated. */
export class ProcessorUnavailable extends Error {}
