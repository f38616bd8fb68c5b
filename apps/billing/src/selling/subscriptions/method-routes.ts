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
import { assertMayWrite, CHANGE_ERRORS } from '../../accounts/permissions.ts';
import type { ProcessorsClient } from '../../clients.ts';
import { isSaved } from '../../customers/methods.ts';
import { causeOf } from '../../domain/cause.ts';
import type { Subscription } from '../../domain/subscription/model.ts';
import type { BillingTables } from '../../schema.ts';
import { changeSubscription } from './change.ts';
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
