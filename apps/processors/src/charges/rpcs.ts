import { AppError, parseEmail } from '@florin/contracts';
import { amountOf, currencyOf } from '@florin/grpc';
import { parseCurrency } from '@florin/money';
import type { Card } from '../contract/processor.ts';
import type { Charge } from '../domain/charge.ts';
import { findMerchant } from '../merchants/queries.ts';
import {
  authorize,
  type ChargeDeps,
  cancel,
  chargeSaved,
  findOutcome,
  findSaved,
} from './operations.ts';

interface OrderRequest {
  readonly id: string;
  readonly paymentId: string;
  readonly accountId: string;
  readonly amount: string;
  readonly currency: string;
  readonly description: string;
}

interface SavedRequest extends OrderRequest {
  readonly methodId: string;
}

interface FindRequest {
  readonly accountId: string;
  readonly savesFor: string;
  readonly methodId: string;
}

interface AuthorizeRequest extends OrderRequest {
  readonly customerEmail: string;
  readonly savesFor: string;
  readonly customerId: string;
  readonly processor: string;
  readonly returnUrl: string;
  readonly card: Card | null | undefined;
  readonly mandate: string;
}

interface CancelRequest {
  readonly id: string;
  readonly paymentId: string;
  readonly accountId: string;
  readonly amount: string;
  readonly currency: string;
  readonly processor: string;
}

/** RPCs of charges, for the ledger. */
export function chargeRpcs(deps: ChargeDeps) {
  return {
    /** Called by the payment page, to show the ways to pay. */
    async ListWays({
      accountId,
      currency: code,
    }: {
      readonly accountId: string;
      readonly currency: string;
    }) {
      const currency = parseCurrency(code);
      const ways = deps.registry
        .openFor(accountId)
        .filter(({ takes }) => currency !== undefined && (takes?.includes(currency) ?? true));
      return {
        ways: ways.map(({ name, abilities, livemode }) => ({
          processor: name,
          kind: abilities.pays,
          livemode,
        })),
      };
    },

    /** Called when a customer pays on a page. */
    async Authorize(request: AuthorizeRequest) {
      const { processor, returnUrl, accountId } = request;
      const email = parseEmail(request.customerEmail);
      if (email === undefined)
        throw new AppError('invalid_request', 'the customer has no valid email address');
      const charge = await authorize(deps, {
        ...orderOf(request),
        merchant: await findMerchant(deps.db, accountId, processor),
        processor,
        email,
        returnUrl,
        card: request.card ?? null,
        savesFor: orNull(request.savesFor),
        customer: orNull(request.customerId) ?? orNull(request.savesFor),
        methodId: null,
        mandate: orNull(request.mandate),
      });
      return toReply(charge);
    },

    /** Called by billing to learn whether there is a method to charge. */
    async FindSavedMethod({ accountId, savesFor, methodId }: FindRequest) {
      const asked = { customer: savesFor, methodId: orNull(methodId) };
      const { id, processor } = await findSaved(deps, accountId, asked);
      return { methodId: id, processor };
    },

    /** Called by billing to charge a saved method. */
    async ChargeSaved(request: SavedRequest) {
      const { accountId, methodId } = request;
      return toReply(await chargeSaved(deps, { ...orderOf(request), accountId, methodId }));
    },

    /** Called by the ledger if it does not know an attempt's outcome. */
    async FindCharge({ id }: { readonly id: string }) {
      const charge = await findOutcome(deps, id);
      return charge ? toReply(charge) : { status: 'unknown' };
    },

    /** Called by the ledger to give up an attempt, possibly unknown here. */
    async CancelCharge(request: CancelRequest) {
      const { id, paymentId, accountId, processor } = request;
      const merchant = await findMerchant(deps.db, accountId, processor);
      const money = { amount: amountOf(request), currency: currencyOf(request) };
      const rest = { merchant, processor, savesFor: null, mandate: null };
      return toReply(await cancel(deps, { id, paymentId, ...money, ...rest }));
    },
  };
}

function orderOf(request: OrderRequest) {
  const { id, paymentId, description } = request;
  return {
    id,
    paymentId,
    description,
    amount: amountOf(request),
    currency: currencyOf(request),
  };
}

function orNull(text: string): string | null {
  return text === '' ? null : text;
}

function toReply({ status, processor, reference, code, card, action }: Charge) {
  const common = {
    status: status === 'requires_action' && action ? action.kind : WORDS[status],
    processor,
    reference: reference ?? '',
    code: code ?? '',
    cardBrand: card?.brand ?? '',
    cardLast4: card?.last4 ?? '',
  };
  if (action?.kind === 'redirect') return { ...common, redirectUrl: action.url };
  if (action?.kind !== 'transfer') return common;
  const { name, iban, bic, reference: creditorReference } = action.instructions;
  return { ...common, transfer: { name, iban, bic: bic ?? '', reference: creditorReference } };
}

/** Statuses for the ledger; reserved money counts as pending. */
const WORDS: Readonly<Record<Charge['status'], string>> = {
  ordered: 'pending',
  pending: 'pending',
  requires_action: 'pending',
  authorized: 'pending',
  succeeded: 'succeeded',
  declined: 'declined',
  canceled: 'canceled',
};
