import type { Uuid } from '@florin/contracts';
import type { Currency } from '@florin/money';
import type { Metadata } from '../transactions/model.ts';
import type { AttemptOutcome, ConsentTerms } from './model.ts';

/** What the ledger can be asked to do about payment requests. */
export type PaymentCommand =
  | RequestPayment
  | CancelPayment
  | { readonly kind: 'expire_payment'; readonly paymentId: Uuid }
  | BeginAttempt
  | FinishAttempt;

export interface RequestPayment {
  readonly kind: 'request_payment';
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: Currency;
  readonly customerEmail: string;
  /** Public id; null where no customer is known. */
  readonly customerId: string | null;
  /** Where its page leads back to. */
  readonly returnUrl: string | null;
  readonly reference: string | null;
  readonly metadata: Metadata;
  /** 256 random bits in base64url: the secret part of its link. */
  readonly token: string;
  /** What the addresses of all pages begin with. */
  readonly linkBase: string;
  /** Makes it once for each key, for ever; null makes another one each time. */
  readonly key: string | null;
  /** Milliseconds since 1970; null for the usual time. */
  readonly expiresAt: number | null;
  /** For whom the card that pays it is saved; null saves none. */
  readonly savesFor: string | null;
  /** What saving it is for. */
  readonly consent: ConsentTerms | null;
}

export interface BeginAttempt {
  readonly kind: 'begin_attempt';
  readonly paymentId: Uuid;
  readonly processor: string;
  /** What the payer has agreed to, word for word. */
  readonly consentText: string | null;
  /** Refused after a decline: a request that is repeated must not charge a declined card again. */
  readonly isOnlyAttempt?: boolean | undefined;
}

export type Canceler = 'client' | 'service';

interface CancelPayment {
  readonly kind: 'cancel_payment';
  readonly paymentId: Uuid;
  /** A client may not cancel what a service has asked for: that would leave an invoice unpayable. */
  readonly by: Canceler;
  readonly linkBase: string;
}

interface FinishAttempt {
  readonly kind: 'finish_attempt';
  readonly paymentId: Uuid;
  readonly attemptId: Uuid;
  readonly outcome: AttemptOutcome;
}

const kinds: readonly string[] = [
  'request_payment',
  'cancel_payment',
  'expire_payment',
  'begin_attempt',
  'finish_attempt',
] satisfies PaymentCommand['kind'][];

export function isPaymentCommand(command: { readonly kind: string }): command is PaymentCommand {
  return kinds.includes(command.kind);
}

/** The payment request that a command is about; null when it makes one. */
export function paymentOf(command: PaymentCommand): Uuid | null {
  return command.kind === 'request_payment' ? null : command.paymentId;
}
