import { type ErrorCode, type Reply, subscriptionSchema } from '@florin/contracts';
import type { IdempotencyKey } from '@florin/database';
import { defineRoute, idempotencyKeyOf } from '@florin/http-api';
import { z } from 'zod';
import { type Creation, newCreation } from '../operations/create-subscription.ts';
import {
  type CreationParts,
  creationFields,
  creationForm,
  creationFormerNames,
  readCreation,
} from './creation.ts';
import { assertMayWrite } from './permissions.ts';
import { causeOf } from './subscription-fields.ts';

export interface CreateSubscription extends CreationParts {
  readonly begin: (creation: Creation, key: IdempotencyKey | undefined) => Promise<Reply>;
}

export function createSubscriptionRoute({ begin, ...parts }: CreateSubscription) {
  const errors: readonly ErrorCode[] = [
    'invalid_request',
    'currency_mismatch',
    'unauthorized',
    'not_found',
    'conflict',
  ];
  return defineRoute({
    method: 'POST',
    path: '/v1/subscriptions',
    summary: 'Subscribe a customer to a plan',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    form: creationForm,
    body: z.object(creationFields),
    formerNames: { body: creationFormerNames },
    replies: { 200: subscriptionSchema },
    errors,
    timeoutMs: 5_000,
    async handle(request) {
      const { body, caller, requestId } = request;
      assertMayWrite({ errors }, caller);
      const { command, externalId } = await readCreation(parts, caller, body, requestId);
      const creation = newCreation(command, { externalId, cause: causeOf(request) });
      return begin(creation, idempotencyKeyOf('POST /v1/subscriptions', request, body));
    },
  });
}
