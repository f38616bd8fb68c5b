import { type Caller, livemodeOf, type Uuid } from '@florin/contracts';
import { livemode, objectOf } from '@florin/contracts/members';
import { amountField, defineRoute, type Route } from '@florin/http-api';
import { toJsonAmount } from '@florin/money';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { managedTeamOf } from '../domain/access.ts';
import type { AccountPolicy } from '../domain/policy.ts';
import { REVOKING_TIMEOUT_MS } from '../requests.ts';
import { changePolicy } from './operations.ts';
import { readPolicy } from './queries.ts';

const PATH = '/v1/account/policy';

const policySchema = z
  .object({
    object: objectOf('account_policy'),
    livemode,
    support_refund_max: z.int().nullable().meta({
      description:
        'Largest refund of one payment by the role `support`, in minor units; null for no refunds.',
    }),
    step_up_refund_max: z.int().nullable().meta({
      description:
        'Largest refund without confirming the second factor again, in minor units; null for no limit.',
    }),
    second_factor_required: z.boolean().meta({
      description: 'Whether members without a second factor can only add one.',
    }),
  })
  .meta({ id: 'AccountPolicy', description: 'Security policy of an account.' });

/** Routes in the order of the OpenAPI document. */
export const policyRoutes = (deps: Deps): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: PATH,
    operationId: 'getAccountPolicy',
    summary: 'Retrieve the security policy',
    description:
      'Requirements for members of the account, in addition to their roles. For owners, account admins and API keys.',
    token: 'session_or_key',
    keyScope: 'settings:read',
    replies: { 200: policySchema },
    errors: ['unauthorized', 'forbidden'],
    async handle({ caller }) {
      const accountId = policyAccountOf(caller);
      const policy = await readPolicy(deps.db, accountId);
      return { status: 200, body: toResource(accountId, policy) };
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: PATH,
    operationId: 'updateAccountPolicy',
    summary: 'Update the security policy',
    description:
      'Applies at once in every session; omitted fields stay. You can require a second factor only if you have one: `409` otherwise. An API key can change only `support_refund_max`, and needs `payments:write` to raise it.',
    token: 'session_or_key',
    keyScope: 'settings:write',
    needsFresh: true,
    timeoutMs: REVOKING_TIMEOUT_MS,
    body: z
      .object({
        support_refund_max: amountField
          .nullable()
          .optional()
          .describe(
            'Largest refund of one payment by the role `support`, in minor units; null for no refunds.',
          ),
        step_up_refund_max: amountField
          .nullable()
          .optional()
          .describe(
            'Largest refund without confirming the second factor again, in minor units; null for no limit.',
          ),
        second_factor_required: z
          .boolean()
          .optional()
          .describe('Whether members without a second factor can only add one.'),
      })
      .meta({ id: 'AccountPolicyUpdate', description: 'Changes to the security policy.' }),
    replies: { 200: policySchema },
    errors: ['invalid_request', 'unauthorized', 'forbidden', 'conflict'],
    async handle({ body, caller }) {
      const accountId = policyAccountOf(caller);
      const changed = await changePolicy(deps, accountId, caller, {
        supportRefundMax: body.support_refund_max,
        staleRefundMax: body.step_up_refund_max,
        requiresSecondFactor: body.second_factor_required,
      });
      return { status: 200, body: toResource(accountId, changed) };
    },
  }),
];

/** The gateway's scope check for keys has already run. */
function policyAccountOf(caller: Caller): Uuid {
  return caller.scopes && caller.accountId ? caller.accountId : managedTeamOf(caller);
}

function toResource(accountId: Uuid, policy: AccountPolicy): z.output<typeof policySchema> {
  const shown = (amount: bigint | null) => (amount === null ? null : toJsonAmount(amount));
  return {
    object: 'account_policy',
    livemode: livemodeOf(accountId) ?? false,
    support_refund_max: shown(policy.supportRefundMax),
    step_up_refund_max: shown(policy.staleRefundMax),
    second_factor_required: policy.requiresSecondFactor,
  };
}
