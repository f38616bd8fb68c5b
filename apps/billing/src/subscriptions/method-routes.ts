import {
  AppError,
  idPatternOf,
  parsePublicId,
  subscriptionSchema,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { defineRoute, idempotencyKeyOf, idParams, type Route } from '@florin/http-api';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { CALL_TIMEOUT_MS, type ProcessorsClient, undefinedIfNotFound } from '../accounts/peers.ts';
import { assertMayWrite, CHANGE_ERRORS } from '../accounts/permissions.ts';
import type { BillingTables } from '../schema.ts';
import { changeSubscription } from './change.ts';
import { causeOf } from './fields.ts';
import type { Subscription } from './model.ts';
import { getVisibleSubscription } from './read.ts';

export interface MethodRouteDeps {
  readonly db: Kysely<BillingTables>;
  readonly processors: ProcessorsClient;
}

const PATH = '/v1/subscriptions/{subscription_id}/payment_method';
const errors = CHANGE_ERRORS;

/** Chooses the saved payment method of a subscription. */
export const chooseMethodRoute = (deps: MethodRouteDeps): Route =>
  defineRoute({
    method: 'POST',
    path: PATH,
    operationId: 'setSubscriptionPaymentMethod',
    summary: 'Set the payment method of a subscription',
    description:
      "The payment method must be saved by the customer of the subscription and not be `disputed`. With null, and while it is disputed or after it is removed, the customer's default is charged.",
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    params: idParams({ subscription_id: 'subscription' }),
    body: z
      .object({
        payment_method_id: z
          .string({ error: 'must be the id of a payment method, or null' })
          .nullable()
          .meta({
            description:
              "Payment method of the customer (`pm_…`); null for the customer's default.",
            pattern: idPatternOf('paymentMethod'),
          }),
      })
      .meta({ id: 'PaymentMethodChoice', description: 'The payment method of a subscription.' }),
    replies: { 200: subscriptionSchema },
    errors,
    async handle(request) {
      const { body, caller, params, requestId } = request;
      const { subscription } = await getVisibleSubscription(deps, caller, params.subscription_id);
      assertMayWrite({ errors }, caller);
      const asked = body.payment_method_id;
      const methodId =
        asked === null ? null : await findMethod(deps, subscription, asked, requestId);
      const key = idempotencyKeyOf(`POST ${PATH}`, request, [subscription.id, body]);
      const command = { type: 'choose_method', methodId } as const;
      return changeSubscription(deps, { subscription, command, key, cause: causeOf(request) });
    },
  });

/**
 * @throws AppError invalid_request for a disputed method, or one that the customer has not saved
 */
async function findMethod(
  deps: MethodRouteDeps,
  { sellerId, customerId }: Subscription,
  asked: string,
  requestId: string,
): Promise<Uuid> {
  if (customerId === null)
    throw new AppError(
      'invalid_request',
      'payment_method_id: the balance of an account pays this subscription, so it has no payment method',
    );
  const methodId = parsePublicId('paymentMethod', asked);
  const savesFor = toPublicId('customer', customerId);
  const isTheirs =
    methodId !== undefined &&
    (await isSaved(deps, { accountId: sellerId, savesFor, methodId }, requestId));
  if (isTheirs) return methodId;
  throw new AppError(
    'invalid_request',
    'payment_method_id: the customer of this subscription has no such payment method, or it is disputed; choose one from GET /v1/payment_methods?customer_id=, or allow it first',
  );
}

/** The customer's default payment method; undefined if none can be charged. */
export async function findDefaultMethod(
  { processors }: Pick<MethodRouteDeps, 'processors'>,
  { id, accountId }: { readonly id: Uuid; readonly accountId: Uuid },
  requestId: string,
): Promise<Uuid | undefined> {
  const asked = { accountId, savesFor: toPublicId('customer', id), methodId: '' };
  const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
  const found = await processors.findSavedMethod(asked, context).catch(undefinedIfNotFound);
  return found?.methodId;
}

/** Whether the customer has saved this method and it can still be charged. */
export async function isSaved(
  { processors }: Pick<MethodRouteDeps, 'processors'>,
  asked: { readonly accountId: Uuid; readonly savesFor: string; readonly methodId: Uuid },
  requestId: string,
): Promise<boolean> {
  const context = { requestId, timeoutMs: CALL_TIMEOUT_MS };
  const found = await processors.findSavedMethod(asked, context).catch(undefinedIfNotFound);
  // Otherwise processors returned the default.
  return found?.methodId === asked.methodId;
}
