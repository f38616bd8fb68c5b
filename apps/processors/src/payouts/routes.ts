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
import { toResource } from './model.ts';
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
      summary: 'Pay money of an account out to its bank',
      description:
        'Takes money out of what is available, and has the processor by which customers have paid last pay it to the bank account that it has for the account. Answered as it begins; `payout.paid` or `payout.failed` tells what came of it, and what has failed is available again. `402` where too little is there.',
      token: 'session_or_key',
      needsFresh: true,
      scope: 'payouts:write',
      takesIdempotencyKey: true,
      timeoutMs: PAYOUT_TIMEOUT_MS,
      body: z
        .object({
          account_id: idField('account'),
          amount: amountField.optional().meta({
            description: 'How much, in minor units; without it, all that can be paid out.',
            examples: [10_000],
          }),
          currency: currencyField,
          reference: referenceField.nullish(),
          metadata: metadataField.nullish(),
        })
        .meta({ id: 'NewPayout', description: 'How much of an account is paid to its bank.' }),
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
      summary: 'List payouts, newest first',
      description:
        'Payouts of the account of the token; administrators and the role `platform` see those of all accounts, or of one by `account_id`.',
      token: 'session_or_key',
      scope: 'payouts:read',
      query: z
        .object({
          ...cursorFields('payout'),
          status: z.enum(payoutStatuses).optional().describe('Only those with this status.'),
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
      description: 'A payout as it is now.',
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
