import { planSchema } from '@florin/contracts';
import { defineRoute, idempotencyKeyOf, nameField, type Route } from '@florin/http-api';
import { z } from 'zod';
import {
  actingAccount,
  actingForField,
  assertMayWrite,
  CHANGE_ERRORS,
} from '../../accounts/permissions.ts';
import { changePlan, type PlanChange } from './change.ts';
import type { PlansDeps } from './operations.ts';

const errors = CHANGE_ERRORS;

const params = z.object({
  plan_id: z.string().meta({ description: 'Id of the plan.', examples: ['gold_monthly'] }),
});

const common = {
  token: 'session_or_key',
  scope: 'subscriptions:write',
  takesIdempotencyKey: true,
  params,
  replies: { 200: planSchema },
  errors,
} as const;

/** Renaming and archiving plans. */
export function planChangeRoutes(deps: PlansDeps): readonly Route[] {
  return [
    renameRoute(deps),
    archiveRoute(deps, {
      verb: 'archive',
      isArchived: true,
      summary: 'Archive a plan',
      description:
        'The plan is hidden from lists unless `archived=true` is set, and new subscriptions and plan changes to it are refused with 409. Existing subscriptions continue and renew. Earlier quotes stay valid for their ten minutes. `409` for a starter plan. Idempotent.',
    }),
    archiveRoute(deps, {
      verb: 'unarchive',
      isArchived: false,
      summary: 'Unarchive a plan',
      description:
        'The plan is listed and can be sold again. `409` for a starter plan. Idempotent.',
    }),
  ];
}

function renameRoute(deps: PlansDeps) {
  const path = '/v1/plans/{plan_id}';
  return defineRoute({
    ...common,
    method: 'PATCH',
    path,
    operationId: 'updatePlan',
    summary: 'Rename a plan',
    description:
      'Changes the name that customers see. Existing subscriptions and their invoices keep the old name. Price, interval and tax cannot change: create another plan instead. `409` for a starter plan.',
    body: z
      .object({ name: nameField, account_id: actingForField })
      .meta({ id: 'PlanUpdate', description: 'The new name of a plan.' }),
    handle(request) {
      const { body, caller, params } = request;
      assertMayWrite({ errors }, caller);
      const accountId = actingAccount(caller, body.account_id);
      const key = idempotencyKeyOf(`PATCH ${path}`, request, [params, body]);
      return changePlan(deps, accountId, { id: params.plan_id, name: body.name }, key);
    },
  });
}

interface ArchiveRoute extends Pick<PlanChange, 'isArchived'> {
  readonly verb: 'archive' | 'unarchive';
  readonly summary: string;
  readonly description: string;
}

function archiveRoute(deps: PlansDeps, { verb, isArchived, ...texts }: ArchiveRoute) {
  const path = `/v1/plans/{plan_id}/${verb}`;
  return defineRoute({
    ...common,
    ...texts,
    method: 'POST',
    path,
    operationId: `${verb}Plan`,
    body: z.object({ account_id: actingForField }).meta({
      id: verb === 'archive' ? 'PlanArchival' : 'PlanReturn',
      description: 'The account whose plan changes.',
    }),
    isBodyOptional: true,
    handle(request) {
      const { body, caller, params } = request;
      assertMayWrite({ errors }, caller);
      const accountId = actingAccount(caller, body.account_id);
      const key = idempotencyKeyOf(`POST ${path}`, request, [params, body]);
      return changePlan(deps, accountId, { id: params.plan_id, isArchived }, key);
    },
  });
}
