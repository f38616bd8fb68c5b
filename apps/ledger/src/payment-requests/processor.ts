import { AppError, isLive, type Uuid } from '@florin/contracts';
import type { grpcServices } from '@florin/contracts/protos';
import type { PromiseClient } from '@florin/grpc';
import type { AttemptOutcome, MoneyBack, PaymentAttempt, PaymentRequest } from './model.ts';

/** A card as its holder typed it. Handed on to a processor; never stored, never logged. */
export interface Card {
  /** Digits only. */
  readonly number: string;
  readonly expMonth: number;
  /** With its century. */
  readonly expYear: number;
  readonly cvc: string;
  readonly name: string;
}

/** A processor by which a customer can pay. */
export interface Way {
  readonly processor: string;
  /** By a card at our page, at a page of the processor's, by a transfer of their own. */
  readonly kind: 'form' | 'redirect' | 'transfer';
}

/** An attempt to pay, as processors are asked about it. */
export interface AttemptName extends Pick<PaymentAttempt, 'id' | 'accountId' | 'paymentId'> {
  readonly processor: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: string;
}

export interface PaymentOrder extends AttemptName {
  readonly customerEmail: string;
  /** Public id; null where no customer is known. */
  readonly customerId: string | null;
  /** What the customer reads at a page of the processor's. */
  readonly description: string;
  /** For whom what pays it is saved; null saves nothing. */
  readonly savesFor: string | null;
  /** What the customer has agreed to; null where the page said nothing. */
  readonly consentText: string | null;
  /** Null where the processor asks for it at a page of its own. */
  readonly card: Card | null;
  /** Where the processor sends the customer when they have paid there. */
  readonly returnUrl: string;
}

/** Whom is to be charged by what. */
interface WantedMethod {
  readonly accountId: Uuid;
  /** Empty for nobody. */
  readonly savesFor: string;
  /** Empty for their default. */
  readonly methodId: string;
}

/** What a customer has saved. */
export interface SavedMethod {
  readonly id: Uuid;
  readonly processor: string;
}

/** The known state of an attempt; of one that is no outcome `lookup` will return it. */
export type AttemptState =
  | AttemptOutcome
  | { readonly status: 'pending' }
  /** The customer continues at a page of the processor's. */
  | { readonly status: 'redirect'; readonly url: string }
  /** The customer transfers the money at their bank. */
  | { readonly status: 'transfer'; readonly instructions: TransferInstructions };

/** To whom a customer transfers money, and by which words it is known. */
export interface TransferInstructions {
  readonly name: string;
  readonly iban: string;
  /** Null where it is not needed. */
  readonly bic: string | null;
  /** Creditor reference (ISO 11649). */
  readonly reference: string;
}

/** Whether an attempt has come to its end. */
export function isOutcome(state: AttemptState): state is AttemptOutcome {
  return !['pending', 'redirect', 'transfer'].includes(state.status);
}

export type ProcessorsClient = PromiseClient<(typeof grpcServices)['processors']['service']>;

/** Longest that each call is waited for, in milliseconds; the service itself waits less long. */
const TIMEOUTS = {
  ways: 700,
  moneyBack: 1_000,
  /** Customers wait less long; what is answered by then is written down without a look-up. */
  start: 9_000,
  /** Below the time that billing waits for its call. */
  chargeSaved: 1_500,
  lookup: 6_000,
  abandon: 9_000,
};
/** What ways there are is a matter of settings. */
const WAYS_KEPT_MS = 10_000;

/**
 * What takes money from customers, through the processors service. Its calls may fail or never
 * return: who depends on what became of one asks `lookup`, again and again.
 */
export class Processors {
  readonly #client: ProcessorsClient | undefined;
  /** By mode and currency, of which there are few. */
  readonly #ways = new Map<string, { readonly ways: readonly Way[]; readonly at: number }>();

  /** @param client undefined where no processors service runs: nothing can be paid. */
  constructor(client: ProcessorsClient | undefined) {
    this.#client = client;
  }

  /**
   * How a customer can pay now; what was known last while the service does not answer.
   * @throws AppError unavailable while it has not answered yet
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

  /** Begins to take the money. What is not answered may have been done: it is pending. */
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

  /** What a customer is charged by when they are not there; undefined when they have saved nothing. */
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

  /** Charges what a customer has saved. No customer is present to be asked for anything. */
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
      // It was removed since it was found.
      if (error instanceof AppError && error.code === 'not_found')
        return { status: 'declined', reference: null, code: 'generic_decline', card: null };
      throw error;
    }
  }

  /** Payments without refunds and disputes are left out. */
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

  /** `unknown` when no processor has received the attempt, which may still be on its way. */
  async lookup(
    { id, accountId }: Pick<AttemptName, 'id' | 'accountId'>,
    requestId: string,
    timeoutMs = TIMEOUTS.lookup,
  ): Promise<AttemptState | { readonly status: 'unknown' }> {
    const reply = await this.#service().findCharge({ id, accountId }, { requestId, timeoutMs });
    return reply.status === 'unknown' ? { status: 'unknown' } : toState(reply);
  }

  /**
   * Makes sure that nothing will come of an attempt that is on its way: a `start` that arrives
   * later takes no money. One that has arrived meanwhile is answered as by `lookup`.
   */
  async abandon({ amount, ...attempt }: AttemptName, requestId: string): Promise<AttemptState> {
    const request = { ...attempt, amount: String(amount) };
    const context = { requestId, timeoutMs: TIMEOUTS.abandon };
    return toState(await this.#service().cancelCharge(request, context));
  }

  #service(): ProcessorsClient {
    if (this.#client) return this.#client;
    throw new AppError('unavailable', 'no processors service runs here: start it too');
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
      // Also what a newer version says that nobody here knows.
      return { status: 'pending' };
  }
}
