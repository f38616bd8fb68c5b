import {
  type ErrorCode,
  type PayoutResource,
  payoutSchema,
  payoutStatuses,
} from '@florin/contracts';
import {
  accountFields,
  amountField,
  amountFields,
  currencyField,
  cursorFields,
  defineRoute,
  idempotencyKeyOf,
  idField,
  idParams,
  listBody,
  listReply,
  metadataField,
  oneCursor,
  pageOf,
  type Route,
  referenceField,
} from '@florin/http-api';
import { z } from 'zod';
import { toResource } from '../domain/payout.ts';
import { createPayout, getPayout, listPayouts, type PayoutRouteDeps } from './operations.ts';

/** Timeout that includes a call to a processor. */
const PAYOUT_TIMEOUT_MS = 12_000;

const errors: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'account_not_found',
  'insufficient_funds',
  'currency_mismatch',
];

/** Stored statuses by their public names. */
const STORED = { pending: 'pending', paid: 'succeeded', failed: 'failed' } as const;

export function payoutRoutes(deps: PayoutRouteDeps): readonly Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/v1/payouts',
      operationId: 'createPayout',
      summary: 'Create a payout',
      description:
        'Debits the available balance and pays it through the processor of the latest customer payment to the bank account on file there. While the payout is `pending`, the result follows as `payout.paid` or `payout.failed`; a failed payout is credited back. `402` if the balance is too low.',
      token: 'session_or_key',
      needsFresh: true,
      scope: 'payouts:write',
      takesIdempotencyKey: true,
      timeoutMs: PAYOUT_TIMEOUT_MS,
      body: z
        .object({
          account_id: idField('account').describe('Account to pay out (`acc_…`).'),
          amount: amountField.optional().meta({
            description: 'Amount in minor units. Default: all that can be paid out.',
            examples: [10_000],
          }),
          currency: currencyField,
          reference: referenceField.nullish(),
          metadata: metadataField.nullish(),
        })
        .meta({ id: 'NewPayout', description: 'A payout to create.' }),
      replies: { 201: payoutSchema },
      errors,
      handle(request) {
        const { body, caller, requestId } = request;
        const { account_id: accountId, currency, reference, metadata } = body;
        const amount = body.amount?.toString() ?? null;
        const key = idempotencyKeyOf('POST /v1/payouts', request, [{ ...body, amount }]);
        const what = {
          reference: reference ?? null,
          metadata: (metadata ?? {}) as PayoutResource['metadata'],
        };
        return createPayout(deps, { ...what, caller, requestId, accountId, amount, currency }, key);
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/payouts',
      operationId: 'listPayouts',
      onlyReads: true,
      summary: 'List payouts',
      description:
        "Payouts of the token's account, newest first. Administrators and the role `platform` see all accounts; `account_id` selects one.",
      token: 'session_or_key',
      scope: 'payouts:read',
      query: z
        .object({
          ...cursorFields('payout'),
          status: z.enum(payoutStatuses).optional().describe('Filter by status.'),
          ...amountFields,
          ...accountFields,
        })
        .refine(...oneCursor),
      replies: { 200: listReply(payoutSchema) },
      errors: ['invalid_request', 'unauthorized', 'forbidden'],
      async handle({ query, caller }) {
        const page = await listPayouts(deps.db, caller, {
          accountId: query.account_id,
          status: query.status && STORED[query.status],
          ...pageOf(query),
        });
        return { status: 200, body: listBody(page, toResource) };
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/v1/payouts/{payout_id}',
      operationId: 'getPayout',
      onlyReads: true,
      summary: 'Retrieve a payout',
      description: 'Returns the payout.',
      token: 'session_or_key',
      scope: 'payouts:read',
      params: idParams({ payout_id: 'payout' }),
      replies: { 200: payoutSchema },
      errors: ['unauthorized', 'forbidden', 'not_found'],
      handle: async ({ params, caller }) => ({
        status: 200,
        body: toResource(await getPayout(deps.db, caller, params.payout_id)),
      }),
    }),
  ];
}
