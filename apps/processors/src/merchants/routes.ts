import { AppError, type Caller, type ErrorCode, processorAccountSchema } from '@florin/contracts';
import {
  cursorFields,
  defineRoute,
  idempotencyKeyOf,
  idField,
  idParams,
  listBody,
  listReply,
  oneCursor,
  pageOf,
  type Route,
  text,
} from '@florin/http-api';
import { z } from 'zod';
import {
  connectAccount,
  disconnectAccount,
  listProcessorAccounts,
  type MerchantDeps,
  toResource,
} from './operations.ts';

const LIST = '/v1/processor_accounts';
const ONE = `${LIST}/{processor_account_id}`;
/** Timeout that includes a call to a processor. */
const CONNECT_TIMEOUT_MS = 22_000;
const NAME_LENGTH_MAX = 40;
const REFERENCE_LENGTH_MAX = 100;
const errors: readonly ErrorCode[] = ['invalid_request', 'unauthorized', 'forbidden'];

/** Accounts at processors, which administrators connect to Florin accounts. */
export function merchantRoutes(deps: MerchantDeps): readonly Route[] {
  const { db } = deps;
  return [
    defineRoute({
      method: 'POST',
      path: LIST,
      operationId: 'createProcessorAccount',
      summary: 'Connect an account to its own processor account',
      description:
        "From then on, payments of the account go to its own account at the processor, through Florin. Without a connection they go to the operator's account. For administrators. `409` if either account is already connected.",
      token: 'session',
      needsFresh: true,
      takesIdempotencyKey: true,
      timeoutMs: CONNECT_TIMEOUT_MS,
      body: z
        .object({
          account_id: idField('account').describe('Account to connect (`acc_…`).'),
          processor: text(NAME_LENGTH_MAX).meta({
            description: 'Name of a processor that is configured in the mode of the account.',
            examples: ['stripe'],
          }),
          reference: z
            .string()
            .regex(/^[A-Za-z0-9_-]+$/, 'must be an account id of the processor, such as acct_1')
            .max(REFERENCE_LENGTH_MAX)
            .meta({
              description: 'Id of the account at the processor.',
              examples: ['acct_1PQx8z2eZvKYlo2C'],
            }),
        })
        .meta({
          id: 'NewProcessorAccount',
          description: 'An account and its processor account.',
        }),
      replies: { 201: processorAccountSchema },
      errors: [...errors, 'account_not_found', 'conflict'],
      handle(request) {
        const { body, caller, requestId } = request;
        assertOperator(caller);
        const { account_id: accountId, processor, reference } = body;
        const key = idempotencyKeyOf(`POST ${LIST}`, request, [body]);
        return connectAccount(deps, { requestId, accountId, processor, reference }, key);
      },
    }),
    defineRoute({
      method: 'GET',
      path: LIST,
      operationId: 'listProcessorAccounts',
      summary: 'List connected processor accounts',
      description: 'Accounts with their own processor accounts, newest first. For administrators.',
      token: 'session',
      query: z.object(cursorFields('processorAccount')).refine(...oneCursor),
      replies: { 200: listReply(processorAccountSchema) },
      errors,
      async handle({ query, caller }) {
        assertOperator(caller);
        const page = await listProcessorAccounts(db, pageOf(query));
        return { status: 200, body: listBody(page, toResource) };
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: ONE,
      operationId: 'deleteProcessorAccount',
      summary: 'Disconnect an account from its processor account',
      description:
        "New payments go to the operator's account again; earlier payments stay where they are. For administrators.",
      token: 'session',
      takesIdempotencyKey: true,
      params: idParams({ processor_account_id: 'processorAccount' }),
      replies: {
        200: processorAccountSchema
          .extend({ deleted: z.literal(true).describe('Always true.') })
          .meta({
            id: 'DeletedProcessorAccount',
            description: 'The last state of a disconnected processor account.',
          }),
      },
      errors: ['unauthorized', 'forbidden', 'not_found'],
      handle(request) {
        assertOperator(request.caller);
        const id = request.params.processor_account_id;
        return disconnectAccount(db, id, idempotencyKeyOf(`DELETE ${ONE}`, request, [id]));
      },
    }),
  ];
}

/** Administrators only, because a connection decides where money goes. */
export function assertOperator({ role }: Caller): void {
  if (role !== 'admin')
    throw new AppError(
      'forbidden',
      'only administrators can manage processors and connected accounts',
    );
}
