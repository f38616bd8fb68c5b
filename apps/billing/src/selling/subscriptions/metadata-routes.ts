import { AppError, subscriptionSchema } from '@florin/contracts';
import {
  defineRoute,
  idempotencyKeyOf,
  idParams,
  metadataField,
  type Route,
} from '@florin/http-api';
import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import { assertMayWrite, CHANGE_ERRORS } from '../../accounts/permissions.ts';
import { IS_ANONYMIZED } from '../../customers/operations.ts';
import { causeOf } from '../../domain/cause.ts';
import type { Subscription } from '../../domain/subscription/model.ts';
import { readTerms, termsFields } from '../../fields/terms.ts';
import { findCustomer } from '../../records/customers-queries.ts';
import type { BillingTables } from '../../schema.ts';
import { changeSubscription } from './change.ts';
import { getVisibleSubscription } from './read.ts';

const PATH = '/v1/subscriptions/{subscription_id}';
const UPDATE = `POST ${PATH}/update`;
const errors = CHANGE_ERRORS;

export const updateMetadataRoute = (deps: { readonly db: Kysely<BillingTables> }): Route =>
  defineRoute({
    method: 'PATCH',
    path: PATH,
    operationId: 'updateSubscriptionMetadata',
    summary: 'Update metadata and billing terms of a subscription',
    description:
      '`metadata` is merged by key: omitted keys stay, an empty string or null removes a key. Terms apply to invoices that are created later. Works in every status, also after the end, and never charges: change plan and quantity with `POST /v1/subscriptions/{subscription_id}/update`. Publishes `subscription.updated` if a value changed. `409` after the customer was anonymized.',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    params: idParams({ subscription_id: 'subscription' }),
    body: z
      .object({
        metadata: metadataField
          .nullish()
          .describe(
            'Merged by key: an empty string or null removes a key, null for the whole object removes all. The result has at most 50 keys and 16384 bytes as JSON.',
          ),
        ...termsFields,
      })
      .meta({
        id: 'SubscriptionMetadataUpdate',
        description: 'Changes to the metadata and terms of a subscription.',
      }),
    changedBy: { plan: UPDATE, quantity: UPDATE },
    replies: { 200: subscriptionSchema },
    errors,
    async handle(request) {
      const { body, caller, params } = request;
      const { subscription } = await getVisibleSubscription(deps, caller, params.subscription_id);
      assertMayWrite({ errors }, caller);
      const key = idempotencyKeyOf(`PATCH ${PATH}`, request, [subscription.id, body]);
      return changeSubscription(deps, {
        ...{ subscription, key, cause: causeOf(request) },
        async command(tx) {
          await assertNotAnonymized(tx, subscription);
          return {
            type: 'change_metadata',
            change: body.metadata === undefined ? {} : body.metadata,
            terms: readTerms(body),
          };
        },
      });
    },
  });

/** @throws AppError conflict, because metadata written after an erasure would escape it. */
async function assertNotAnonymized(
  tx: Transaction<BillingTables>,
  { customerId }: Subscription,
): Promise<void> {
  const customer = customerId === null ? undefined : await findCustomer(tx, customerId);
  if (customer && customer.anonymizedAt !== null) throw new AppError('conflict', IS_ANONYMIZED);
}
