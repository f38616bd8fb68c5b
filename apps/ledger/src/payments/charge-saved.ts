import {
  AppError,
  parsePublicId,
  type Reply,
  retryLater,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import type { ApiRequest } from '@florin/http-api';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { BillingClient } from '../clients.ts';
import { ABANDONED, NO_MONEY_BACK, toLinkedResource } from '../domain/payment-request/model.ts';
import type { LedgerTables } from '../schema/tables.ts';
import type { AttemptDeps } from './attempts.ts';
import { findMoneyBack } from './money-back.ts';
import { chargeSavedCard } from './pay.ts';
import type { Processors, SavedMethod } from './processor.ts';
import { findLastAttempt, findPayment } from './queries.ts';

/** Maximum time to wait for billing, in milliseconds. */
const CALL_TIMEOUT_MS = 1_500;

type KeyedRequest = ApiRequest<unknown, unknown, unknown>;

/** The saved payment method that a client wants to charge. */
interface WantedMethod {
  readonly accountId: Uuid;
  readonly customerId: Uuid | null;
  /** Null for the customer's default. */
  readonly methodId: Uuid | null;
}

interface WantedMethodDeps extends Pick<AttemptDeps, 'books' | 'processors'> {
  /** Undefined if billing does not run, so no customer is archived. */
  readonly billing: BillingClient | undefined;
}

/**
 * Finds the saved method for a new payment; undefined if the client names none, or repeats a
 * request after the method was removed.
 * @throws AppError invalid_request if the customer has not saved it
 */
export async function findWantedMethod(
  { books, processors, billing }: WantedMethodDeps,
  wanted: WantedMethod,
  { requestId, idempotencyKey }: Pick<KeyedRequest, 'requestId' | 'idempotencyKey'>,
): Promise<SavedMethod | undefined> {
  try {
    await assertNotArchived(billing, wanted, requestId);
    return await findMethod(processors, wanted, requestId);
  } catch (error) {
    const isRepeated =
      idempotencyKey !== undefined &&
      (await hasReply(books.of(wanted.accountId), wanted.accountId, idempotencyKey));
    if (isRepeated) return undefined;
    throw error;
  }
}

/** @throws AppError invalid_request for an archived or anonymized customer */
export async function assertNotArchived(
  billing: BillingClient | undefined,
  { accountId, customerId }: WantedMethod,
  requestId: string,
): Promise<void> {
  if (!billing || customerId === null) return;
  const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
  const found = await billing
    .findCustomer({ accountId, customerId }, context)
    .catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
    });
  if (found?.isAnonymized)
    throw new AppError(
      'invalid_request',
      'customer_id: the personal data of this customer was erased: create another customer',
    );
  if (found?.isArchived)
    throw new AppError(
      'invalid_request',
      'customer_id: the customer is archived; unarchive it with POST /v1/customers/{customer_id}/unarchive',
    );
}

/** Whether a payment with this Idempotency-Key was created before. */
async function hasReply(
  db: Kysely<LedgerTables>,
  accountId: Uuid,
  idempotencyKey: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from replies
     where account_id = ${accountId} and route = 'POST /v1/payments' and key = ${idempotencyKey}
     limit 1`.execute(db);
  return rows.length > 0;
}

async function findMethod(
  processors: Processors,
  { accountId, customerId, methodId }: WantedMethod,
  requestId: string,
): Promise<SavedMethod | undefined> {
  if (customerId === null) {
    if (methodId === null) return undefined;
    throw new AppError('invalid_request', 'customer_id: is required with payment_method_id');
  }
  const savesFor = toPublicId('customer', customerId);
  const wanted = { accountId, savesFor, methodId: methodId ?? '' };
  const saved = await processors.findSaved(wanted, requestId);
  if (!saved)
    throw new AppError(
      'invalid_request',
      'customer_id: this customer has no payment method that can be charged; omit customer_id, and send the customer to payment_url',
    );
  if (methodId !== null && saved.id !== methodId)
    throw new AppError(
      'invalid_request',
      'payment_method_id: the customer has no such payment method, or it is disputed; see GET /v1/payment_methods',
    );
  return saved;
}

const createdBody = z.object({ id: z.string() });

/**
 * Charges a saved method for a new payment. A repeated request never charges a declined method
 * again. If the charge fails, the payment stays pending and can be paid on its page.
 */
export async function chargeCreated(
  deps: AttemptDeps & { readonly linkBase: string },
  created: Reply,
  method: SavedMethod | undefined,
  requestId: string,
): Promise<Reply> {
  if (created.status !== 201) return created;
  const { books, linkBase } = deps;
  const paymentId = parsePublicId('paymentRequest', createdBody.parse(created.body).id);
  const payment = paymentId && (await findPayment(books.of(paymentId), paymentId));
  if (!payment) throw new Error('a payment that was just created does not exist');
  const { id, accountId, amount, currency } = payment;
  const description = payment.reference ?? toPublicId('paymentRequest', id);
  const due = { id, accountId, amount, currency, description, isOnlyAttempt: true };
  const earlier = await findLastAttempt(books.of(id), id);
  if (earlier?.status === 'processing')
    return retryLater('an earlier request with this Idempotency-Key is charging the payment');
  const last =
    method && !earlier
      ? await chargeSavedCard(deps, due, method, requestId).catch(undefinedIfUnavailable)
      : earlier;
  const now = (await findPayment(books.of(id), id)) ?? payment;
  // This request's own charge has no refunds yet.
  const moneyBackOf = earlier && (await findMoneyBack(deps.processors, [now], requestId));
  const moneyBack = moneyBackOf ? moneyBackOf(now) : NO_MONEY_BACK;
  const { updated_at: _, ...shown } = toLinkedResource(now, linkBase, moneyBack);
  const code = last?.declineCode ?? null;
  return {
    status: 201,
    body: { ...shown, decline_code: code === ABANDONED ? shown.decline_code : code },
  };
}

/** While the outcome is unknown, the payment is shown as pending. */
function undefinedIfUnavailable(error: unknown): undefined {
  if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
}
