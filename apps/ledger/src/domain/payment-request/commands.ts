import type { Uuid } from '@florin/contracts';
import type { Currency } from '@florin/money';
import type { Metadata } from '../transaction/model.ts';
import type { AttemptOutcome, ConsentTerms } from './model.ts';

/** Commands on payment requests. */
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
  /** Public id; null if no customer is known. */
  readonly customerId: string | null;
  /** URL that its page returns to. */
  readonly returnUrl: string | null;
  readonly reference: string | null;
  readonly metadata: Metadata;
  /** 256 random bits in base64url: the secret part of its URL. */
  readonly token: string;
  /** Base URL of all pages. */
  readonly linkBase: string;
  /** Creates it once per permanent key; null creates a new one each time. */
  readonly key: string | null;
  /** Milliseconds since 1970; null for the default. */
  readonly expiresAt: number | null;
  /** The customer for whom its card is saved; null saves none. */
  readonly savesFor: string | null;
  /** Terms for saving the card. */
  readonly consent: ConsentTerms | null;
}

export interface BeginAttempt {
  readonly kind: 'begin_attempt';
  readonly paymentId: Uuid;
  readonly processor: string;
  /** The terms that the payer accepted, word for word. */
  readonly consentText: string | null;
  /** Refused after a decline, so that a repeated request never charges a declined card again. */
  readonly isOnlyAttempt?: boolean | undefined;
}

export type Canceler = 'client' | 'service';

interface CancelPayment {
  readonly kind: 'cancel_payment';
  readonly paymentId: Uuid;
  /** Clients may not cancel requests of a service, whose invoice would become unpayable. */
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

/** The payment request of a command; null if it creates one. */
export function paymentOf(command: PaymentCommand): Uuid | null {
  return command.kind === 'request_payment' ? null : command.paymentId;
}
