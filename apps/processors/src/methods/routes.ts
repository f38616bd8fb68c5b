import { AppError, type ErrorCode, paymentMethodSchema, toPublicId } from '@florin/contracts';
import { accountId, idOf, livemode, objectOf } from '@florin/contracts/members';
import {
  accountFields,
  cursorFields,
  defineRoute,
  emailField,
  filterField,
  idempotencyKeyOf,
  idField,
  idParams,
  listBody,
  listReply,
  oneCursor,
  pageOf,
  type Route,
  returnUrlField,
  text,
} from '@florin/http-api';
import { z } from 'zod';
import { toResource } from './model.ts';
import {
  allowMethod,
  getMethod,
  listMethods,
  makeMethodDefault,
  removeMethod,
} from './operations.ts';
import { openPage, type SetupRouteDeps } from './setups.ts';

const LIST = '/v1/payment_methods';
const ONE = `${LIST}/{payment_method_id}`;
const params = idParams({ payment_method_id: 'paymentMethod' });
const read = { token: 'session_or_key', scope: 'payments:read' } as const;
const write = {
  token: 'session_or_key',
  scope: 'payments:write',
  takesIdempotencyKey: true,
} as const;
const errors: readonly ErrorCode[] = ['unauthorized', 'forbidden', 'not_found'];

/** Timeout that includes a call to a processor. */
const PAGE_TIMEOUT_MS = 12_000;
const PROCESSOR_LENGTH_MAX = 40;
const CONSENT_LENGTH_MAX = 1_000;
const CONSENT =
  'By saving this card I allow it to be charged for what I owe, until I remove it or cancel.';

const pageSchema = z
  .object({
    object: objectOf('payment_method_page'),
    livemode,
    account_id: accountId,
    customer_id: idOf('customer', 'Customer who saves a method'),
    processor: z
      .string()
      .meta({ description: 'Name of the processor that keeps it.', examples: ['stripe'] }),
    url: z.url().describe('Where the customer saves a method: a secret of theirs, open for a day.'),
  })
  .meta({
    id: 'PaymentMethodPage',
    description: 'A page at which a customer saves a payment method without paying.',
  });

export function methodRoutes(deps: SetupRouteDeps): readonly Route[] {
  const { db } = deps;
  return [
    defineRoute({
      ...write,
      method: 'POST',
      path: LIST,
      operationId: 'createPaymentMethod',
      summary: 'Open a page at which a customer saves a payment method without paying',
      description:
        'Answers with the address of a page; send the customer there. What they save is their default from then on, and renewals are charged by it. The page leads back to `return_url`, which is one of the return addresses of the account; `400` where no processor here saves methods.',
      timeoutMs: PAGE_TIMEOUT_MS,
      body: z
        .object({
          account_id: idField('account'),
          customer_id: idField('customer'),
          customer_email: emailField,
          return_url: returnUrlField,
          consent_text: text(CONSENT_LENGTH_MAX)
            .default(CONSENT)
            .describe('What the customer agrees to, beside the button that does so.'),
          processor: text(PROCESSOR_LENGTH_MAX)
            .nullish()
            .describe('Name of the processor that keeps it; without it, the first that can.'),
        })
        .meta({
          id: 'NewPaymentMethodPage',
          description: 'Who saves a method, and what they agree to.',
        }),
      replies: { 201: pageSchema },
      errors: ['invalid_request', 'unauthorized', 'forbidden', 'account_not_found'],
      handle(request) {
        const { body, caller, requestId } = request;
        const { account_id: accountId, customer_id: customer } = body;
        if (customer === undefined)
          throw new AppError('invalid_request', 'customer_id: is no id of a customer');
        const key = idempotencyKeyOf(`POST ${LIST}`, request, [body]);
        const what = {
          customer: toPublicId('customer', customer),
          email: body.customer_email,
          mandate: body.consent_text,
          returnUrl: body.return_url,
          processor: body.processor ?? null,
        };
        return openPage(deps, { ...what, caller, requestId, accountId }, key);
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: LIST,
      operationId: 'listPaymentMethods',
      summary: 'List what customers have saved to be charged by, newest first',
      description:
        'Cards and other methods that customers of the account have saved and not removed; administrators and the role `platform` see those of all accounts, or of one by `account_id`.',
      query: z
        .object({
          ...cursorFields('paymentMethod'),
          customer_id: filterField('customer'),
          ...accountFields,
        })
        .refine(...oneCursor),
      replies: { 200: listReply(paymentMethodSchema) },
      errors: ['invalid_request', 'unauthorized', 'forbidden'],
      async handle({ query, caller }) {
        const { customer_id: customer } = query;
        const page =
          customer === null
            ? { items: [], hasMore: false }
            : await listMethods(db, caller, {
                accountId: query.account_id,
                customer: customer && toPublicId('customer', customer),
                ...pageOf(query),
              });
        return { status: 200, body: listBody(page, toResource) };
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: ONE,
      operationId: 'getPaymentMethod',
      summary: 'Retrieve a payment method',
      description: 'A saved method, with the card as its network has it today.',
      params,
      replies: { 200: paymentMethodSchema },
      errors,
      handle: async ({ params, caller }) => ({
        status: 200,
        body: toResource(await getMethod(db, caller, params.payment_method_id)),
      }),
    }),
    defineRoute({
      ...write,
      method: 'POST',
      path: `${ONE}/default`,
      operationId: 'setDefaultPaymentMethod',
      summary: 'Charge renewals of its customer by this payment method from now on',
      description:
        'Renewals of the customer are charged by it, where their subscription names no other. A disputed one stays disputed: `POST /v1/payment_methods/{payment_method_id}/allow` ends that. Repeated, it changes nothing.',
      params,
      replies: { 200: paymentMethodSchema },
      errors,
      handle(request) {
        const { caller, requestId } = request;
        const id = request.params.payment_method_id;
        const key = idempotencyKeyOf(`POST ${ONE}/default`, request, [id]);
        return makeMethodDefault(db, { caller, id, requestId }, key);
      },
    }),
    defineRoute({
      ...write,
      method: 'POST',
      path: `${ONE}/allow`,
      operationId: 'allowPaymentMethod',
      summary: 'Charge a disputed payment method again',
      description:
        'Ends the pause of automatic charges that a dispute has begun: `disputed` is false from then on, whatever the bank decides. A later dispute pauses them again. On a payment method that is not disputed it changes nothing.',
      params,
      replies: { 200: paymentMethodSchema },
      errors,
      handle(request) {
        const { caller, requestId } = request;
        const id = request.params.payment_method_id;
        const key = idempotencyKeyOf(`POST ${ONE}/allow`, request, [id]);
        return allowMethod(db, { caller, id, requestId }, key);
      },
    }),
    defineRoute({
      ...write,
      method: 'DELETE',
      path: ONE,
      operationId: 'removePaymentMethod',
      summary: 'Remove a payment method: it is never charged again',
      description:
        'Removes it here and at the processor; where it was the default, the newest of the others is. `payment_method.removed` is told.',
      params,
      replies: {
        200: paymentMethodSchema
          .extend({ deleted: z.literal(true).describe('Always true: it is gone.') })
          .meta({
            id: 'RemovedPaymentMethod',
            description: 'A payment method as it was, now gone.',
          }),
      },
      errors,
      handle(request) {
        const { caller, requestId } = request;
        const id = request.params.payment_method_id;
        const key = idempotencyKeyOf(`DELETE ${ONE}`, request, [id]);
        return removeMethod(db, { caller, id, requestId }, key);
      },
    }),
  ];
}
