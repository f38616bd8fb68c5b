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
import { toResource } from '../domain/method.ts';
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
    customer_id: idOf('customer', 'Customer who saves a payment method'),
    processor: z.string().meta({ description: 'Processor that stores it.', examples: ['stripe'] }),
    url: z
      .url()
      .describe('URL where the customer saves a payment method: secret, valid for one day.'),
  })
  .meta({
    id: 'PaymentMethodPage',
    description: 'A page where a customer saves a payment method without paying.',
  });

export function methodRoutes(deps: SetupRouteDeps): readonly Route[] {
  const { db } = deps;
  return [
    defineRoute({
      ...write,
      method: 'POST',
      path: LIST,
      operationId: 'createPaymentMethod',
      summary: 'Create a page for saving a payment method',
      description:
        "Returns the URL of a page; send the customer there. The saved payment method becomes the customer's default, which renewals charge. The page returns to `return_url`, which must be one of the return URLs of the account. `400` if no configured processor saves payment methods.",
      timeoutMs: PAGE_TIMEOUT_MS,
      body: z
        .object({
          account_id: idField('account').describe('Account of the customer (`acc_…`).'),
          customer_id: idField('customer'),
          customer_email: emailField,
          return_url: returnUrlField,
          consent_text: text(CONSENT_LENGTH_MAX)
            .default(CONSENT)
            .describe('Text that the customer agrees to, shown next to the button.'),
          processor: text(PROCESSOR_LENGTH_MAX)
            .nullish()
            .describe('Processor that stores the payment method. Default: the first one that can.'),
        })
        .meta({
          id: 'NewPaymentMethodPage',
          description: 'Options of a page for saving a payment method.',
        }),
      replies: { 201: pageSchema },
      errors: ['invalid_request', 'unauthorized', 'forbidden', 'account_not_found'],
      handle(request) {
        const { body, caller, requestId } = request;
        const { account_id: accountId, customer_id: customer } = body;
        if (customer === undefined)
          throw new AppError('invalid_request', 'customer_id: is not a customer id');
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
      summary: 'List payment methods',
      description:
        "Saved payment methods of the account's customers, newest first, without removed ones. Administrators and the role `platform` see all accounts; `account_id` selects one.",
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
      description: 'A saved payment method, with the current card data of its network.',
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
      summary: "Set a customer's default payment method",
      description:
        'Renewals of the customer charge it, unless their subscription has its own. A disputed payment method stays disputed: use `POST /v1/payment_methods/{payment_method_id}/allow`. Idempotent.',
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
      summary: 'Allow charges of a disputed payment method',
      description:
        'Ends the pause of automatic charges: `disputed` becomes false, whatever the bank decides. A later dispute pauses charges again. A payment method that is not disputed stays unchanged.',
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
      summary: 'Remove a payment method',
      description:
        'Removes it here and at the processor, so that it is never charged again. If it was the default, the newest remaining one becomes the default. Publishes `payment_method.removed`.',
      params,
      replies: {
        200: paymentMethodSchema
          .extend({ deleted: z.literal(true).describe('Always true.') })
          .meta({
            id: 'RemovedPaymentMethod',
            description: 'The last state of a removed payment method.',
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
