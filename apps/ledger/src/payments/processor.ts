import { AppError, isLive, type Uuid } from '@florin/contracts';
import type { ProcessorsClient } from '../clients.ts';
import type {
  AttemptOutcome,
  MoneyBack,
  PaymentAttempt,
  PaymentRequest,
} from '../domain/payment-request/model.ts';

/** A card as typed by its holder. Passed to a processor; never stored, never logged. */
export interface Card {
  /** Digits only. */
  readonly number: string;
  readonly expMonth: number;
  /** Four digits. */
  readonly expYear: number;
  readonly cvc: string;
  readonly name: string;
}

/** A payment method: a processor, and how customers pay there. */
export interface Way {
  readonly processor: string;
  /**
   * Card form on Florin's page, redirect to the processor's page, or the customer's own transfer.
   */
  readonly kind: 'form' | 'redirect' | 'transfer';
}

/** Fields that identify an attempt to processors. */
export interface AttemptName extends Pick<PaymentAttempt, 'id' | 'accountId' | 'paymentId'> {
  readonly processor: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: string;
}

export interface PaymentOrder extends AttemptName {
  readonly customerEmail: string;
  /** Public id; null if no customer is known. */
  readonly customerId: string | null;
  /** Text for the customer on the processor's page. */
  readonly description: string;
  /** The customer for whom the payment method is saved; null saves nothing. */
  readonly savesFor: string | null;
  /** The terms that the customer accepted; null if there were none. */
  readonly consentText: string | null;
  /** Null if the processor asks for it on its own page. */
  readonly card: Card | null;
  /** URL that the processor returns the customer to. */
  readonly returnUrl: string;
}

/** The customer and saved method to charge. */
interface WantedMethod {
  readonly accountId: Uuid;
  /** Empty for no customer. */
  readonly savesFor: string;
  /** Empty for the default. */
  readonly methodId: string;
}

/** A payment method that a customer has saved. */
export interface SavedMethod {
  readonly id: Uuid;
  readonly processor: string;
}

/** The known state of an attempt. While it is not final, `lookup` returns newer states. */
export type AttemptState =
  | AttemptOutcome
  | { readonly status: 'pending' }
  /** The customer continues on the processor's page. */
  | { readonly status: 'redirect'; readonly url: string }
  /** The customer transfers the money at their bank. */
  | { readonly status: 'transfer'; readonly instructions: TransferInstructions };

/** Payee and reference of a customer's transfer. */
export interface TransferInstructions {
  readonly name: string;
  readonly iban: string;
  /** Null if it is not required. */
  readonly bic: string | null;
  /** Creditor reference (ISO 11649). */
  readonly reference: string;
}

/** Whether the state of an attempt is final. */
export function isOutcome(state: AttemptState): state is AttemptOutcome {
  return !['pending', 'redirect', 'transfer'].includes(state.status);
}

/** Maximum time to wait for each call, in milliseconds; the service itself has shorter limits. */
const TIMEOUTS = {
  ways: 700,
  moneyBack: 1_000,
  /** Customers wait less; an answer within this time is recorded without a lookup. */
  start: 9_000,
  /** Less than the time that billing waits for its call. */
  chargeSaved: 1_500,
  lookup: 6_000,
  abandon: 9_000,
};
/** Payment methods change only with settings. */
const WAYS_KEPT_MS = 10_000;

/**
 * Charges customers through the processors service. Its calls can fail or hang; callers that need
 * the outcome repeat `lookup`.
 */
export class Processors {
  readonly #client: ProcessorsClient | undefined;
  /** Cached by mode and currency, of which there are few. */
  readonly #ways = new Map<string, { readonly ways: readonly Way[]; readonly at: number }>();

  /** @param client undefined if the processors service does not run: nothing can be paid. */
  constructor(client: ProcessorsClient | undefined) {
    this.#client = client;
  }

  /**
   * Available payment methods; the last known ones if the service does not answer.
   * @throws AppError unavailable before its first answer
   */
  async listWays(
    { accountId, currency }: Pick<PaymentRequest, 'accountId' | 'currency'>,
    requestId: string,
  ): Promise<readonly Way[]> {
    if (!this.#client) return [];
    const kept = `${isLive(accountId)} ${currency}`;
    const known = this.#ways.get(kept);
    if (known && performance.now() - known.at < WAYS_KEPT_MS) return known.ways;
    try {
      const context = { requestId, timeoutMs: TIMEOUTS.ways };
      const reply = await this.#client.listWays({ accountId, currency }, context);
      const ways = reply.ways.map(({ processor, kind }) => ({
        processor,
        kind: kind as Way['kind'],
      }));
      this.#ways.set(kept, { ways, at: performance.now() });
      return ways;
    } catch (error) {
      if (known) return known.ways;
      throw error;
    }
  }

  /** Starts a payment. A call without an answer may have succeeded, so it counts as pending. */
  start(order: PaymentOrder, requestId: string): Promise<AttemptState> {
    const { savesFor, customerId, consentText, card, amount, ...rest } = order;
    const request = {
      ...rest,
      amount: String(amount),
      savesFor: savesFor ?? '',
      customerId: customerId ?? '',
      mandate: consentText ?? '',
      ...(card && { card }),
    };
    const context = { requestId, timeoutMs: TIMEOUTS.start };
    return pendingIfUnknown(this.#service().authorize(request, context).then(toState));
  }

  /** The saved method to charge without the customer; undefined if there is none. */
  async findSaved(
    { accountId, savesFor, methodId }: WantedMethod,
    requestId: string,
  ): Promise<SavedMethod | undefined> {
    if (!this.#client || savesFor === '') return undefined;
    try {
      const found = await this.#client.findSavedMethod(
        { accountId, savesFor, methodId },
        { requestId, timeoutMs: TIMEOUTS.ways },
      );
      return { id: found.methodId, processor: found.processor };
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  /** Charges a saved method. The customer is absent and cannot confirm anything. */
  async chargeSaved(
    { amount, ...attempt }: AttemptName & { readonly description: string },
    methodId: Uuid,
    requestId: string,
  ): Promise<AttemptState> {
    const request = { ...attempt, amount: String(amount), methodId };
    const context = { requestId, timeoutMs: TIMEOUTS.chargeSaved };
    try {
      return await pendingIfUnknown(this.#service().chargeSaved(request, context).then(toState));
    } catch (error) {
      // It was removed after the lookup.
      if (error instanceof AppError && error.code === 'not_found')
        return { status: 'declined', reference: null, code: 'generic_decline', card: null };
      throw error;
    }
  }

  /** Payments without refunds and disputes are omitted. */
  async listMoneyBack(
    paymentIds: readonly Uuid[],
    requestId: string,
  ): Promise<ReadonlyMap<Uuid, MoneyBack>> {
    if (!this.#client || paymentIds.length === 0) return new Map();
    const context = { requestId, timeoutMs: TIMEOUTS.moneyBack };
    const { payments = [] } = await this.#client.listMoneyBack(
      { paymentIds: [...paymentIds] },
      context,
    );
    return new Map(
      payments.map(({ paymentId, refunded, disputed }) => [
        paymentId,
        { refunded: BigInt(refunded), disputed: BigInt(disputed) },
      ]),
    );
  }

  /** `unknown` if no processor has received the attempt, which may still be in transit. */
  async lookup(
    { id, accountId }: Pick<AttemptName, 'id' | 'accountId'>,
    requestId: string,
    timeoutMs = TIMEOUTS.lookup,
  ): Promise<AttemptState | { readonly status: 'unknown' }> {
    const reply = await this.#service().findCharge({ id, accountId }, { requestId, timeoutMs });
    return reply.status === 'unknown' ? { status: 'unknown' } : toState(reply);
  }

  /**
   * Prevents an attempt in transit from taking effect: a later `start` takes no money. If it has
   * arrived meanwhile, returns the state like `lookup`.
   */
  async abandon({ amount, ...attempt }: AttemptName, requestId: string): Promise<AttemptState> {
    const request = { ...attempt, amount: String(amount) };
    const context = { requestId, timeoutMs: TIMEOUTS.abandon };
    return toState(await this.#service().cancelCharge(request, context));
  }

  #service(): ProcessorsClient {
    if (this.#client) return this.#client;
    throw new AppError('unavailable', 'the processors service is not running; start it');
  }
}

async function pendingIfUnknown(state: Promise<AttemptState>): Promise<AttemptState> {
  try {
    return await state;
  } catch (error) {
    if (error instanceof AppError && error.code === 'unavailable') return { status: 'pending' };
    throw error;
  }
}

type ChargeReply = Awaited<ReturnType<ProcessorsClient['authorize']>>;

function toState(reply: ChargeReply): AttemptState {
  const { cardBrand: brand, cardLast4: last4 } = reply;
  const card = brand === '' ? null : { brand, last4 };
  switch (reply.status) {
    case 'succeeded':
      return { status: 'succeeded', reference: reply.reference, card };
    case 'declined':
      return { status: 'declined', reference: reply.reference || null, code: reply.code, card };
    case 'canceled':
      return { status: 'abandoned' };
    case 'redirect':
      return { status: 'redirect', url: reply.redirectUrl };
    case 'transfer': {
      const { name = '', iban = '', bic = '', reference = '' } = reply.transfer ?? {};
      return { status: 'transfer', instructions: { name, iban, bic: bic || null, reference } };
    }
    default:
      // Includes unknown states of a newer version.
      return { status: 'pending' };
  }
}
