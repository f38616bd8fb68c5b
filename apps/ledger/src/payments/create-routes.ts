import {
  AppError,
  type ErrorCode,
  isLive,
  linkedPaymentRequestSchema,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import {
  amountField,
  canRead,
  canWrite,
  currencyField,
  defineRoute,
  denied,
  emailField,
  idField,
  isListed,
  metadataField,
  referenceField,
  returnUrlField,
} from '@florin/http-api';
import { z } from 'zod';
import type { AccountsClient, BillingClient } from '../clients.ts';
import { type PostingDeps, submitCommand } from '../posting/submit.ts';
import { chargeCreated, findWantedMethod } from './charge-saved.ts';
import { findPayee } from './payee.ts';
import type { Processors } from './processor.ts';

export interface PaymentRouteDeps extends PostingDeps {
  readonly accounts: AccountsClient | undefined;
  readonly processors: Processors;
  readonly billing: BillingClient | undefined;
  /** Base URL of all pages. */
  readonly linkBase: string;
}

const newPaymentSchema = z
  .object({
    account_id: idField('account').describe('Account that receives the money (`acc_…`).'),
    amount: amountField,
    currency: currencyField,
    customer_email: emailField,
    reference: referenceField.nullish(),
    metadata: metadataField.nullish(),
    return_url: returnUrlField.nullish(),
    customer_id: idField('customer')
      .refine((id) => id !== undefined, 'must be a customer id, cus_…')
      .nullish()
      .describe(
        'Customer whose saved payment method is charged at once. If omitted, the customer pays at `payment_url`.',
      ),
    payment_method_id: idField('paymentMethod')
      .refine((id) => id !== undefined, 'must be a payment method id, pm_…')
      .nullish()
      .describe(
        "Saved payment method of `customer_id` to charge. Default: the customer's default.",
      ),
  })
  .meta({ id: 'NewPayment', description: 'A payment request to create.' });

const createdPaymentSchema = linkedPaymentRequestSchema
  .omit({ updated_at: true })
  .extend({
    decline_code: linkedPaymentRequestSchema.shape.decline_code.describe(
      "Decline code of the saved payment method, in Stripe's names; null if it was not declined, or none was charged.",
    ),
  })
  .meta({
    id: 'CreatedPayment',
    description: 'A new payment request.',
  });

export function createPaymentRoute(deps: PaymentRouteDeps) {
  const { accounts, books, processors, linkBase } = deps;
  const route = {
    method: 'POST',
    path: '/v1/payments',
    errors: ['invalid_request', 'unauthorized', 'account_not_found'] satisfies ErrorCode[],
  } as const;
  return defineRoute({
    ...route,
    operationId: 'createPayment',
    summary: 'Create a payment request',
    description:
      'Requests money from a customer for an account: send them to `payment_url`, where they pay within seven days, in at most five attempts. Once they have paid, the account has the money as a credit and `payment.succeeded` is published. With `customer_id`, the saved payment method of this customer is charged at once, and `status` is `succeeded`. If it is declined or the bank requires authentication (3-D Secure), the payment stays `pending` with a `decline_code`, and the customer pays at `payment_url`. `currency` must be that of the account; it is refused if no configured payment processor supports it. An archived `customer_id` is refused.',
    token: 'session_or_key',
    scope: 'payments:write',
    takesIdempotencyKey: true,
    body: newPaymentSchema,
    replies: { 201: createdPaymentSchema },
    async handle(request) {
      const { body, caller } = request;
      const { account_id: accountId, amount, currency } = body;
      if (accountId === undefined || !canRead(caller, accountId)) throw accountNotFound();
      if (!canWrite(caller, accountId)) throw denied(route, 'this role is read-only');
      await assertPayable(processors, { accountId, currency }, request.requestId);
      const returnUrl = body.return_url ?? null;
      if (returnUrl !== null) await assertListed(accounts, accountId, returnUrl, request);
      const method = await findWantedMethod(
        deps,
        {
          accountId,
          customerId: body.customer_id ?? null,
          methodId: body.payment_method_id ?? null,
        },
        request,
      );
      const created = await submitCommand(deps, route, request, accountId, {
        kind: 'request_payment',
        amount,
        currency,
        customerEmail: body.customer_email,
        customerId: body.customer_id ? toPublicId('customer', body.customer_id) : null,
        returnUrl,
        reference: body.reference ?? null,
        metadata: body.metadata ?? {},
        token: books.newToken(accountId),
        linkBase,
        key: null,
        expiresAt: null,
        savesFor: null,
        consent: null,
      }).catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'not_found' ? accountNotFound() : error;
      });
      return body.customer_id ? chargeCreated(deps, created, method, request.requestId) : created;
    },
  });
}

/**
 * Pages redirect only to URLs that the account's owner registered, so that a leaked key cannot
 * redirect customers.
 */
async function assertListed(
  accounts: AccountsClient | undefined,
  accountId: Uuid,
  returnUrl: string,
  { requestId }: { readonly requestId: string },
): Promise<void> {
  const payee = await findPayee(accounts, accountId, requestId);
  if (!payee) throw accountNotFound();
  if (!isListed(returnUrl, payee.returnUrls))
    throw new AppError(
      'invalid_request',
      'return_url: is not in the list of the account: add it to return_urls by PATCH /v1/account first',
    );
}

/**
 * If it is unknown whether it can be paid, the request is accepted; its page then shows the
 * problem.
 */
async function assertPayable(
  processors: Processors,
  money: Parameters<Processors['listWays']>[0],
  requestId: string,
): Promise<void> {
  const ways = await processors.listWays(money, requestId).catch(() => undefined);
  if (ways?.length !== 0) return;
  const rest = isLive(money.accountId)
    ? 'in live mode; test cards cannot pay live accounts'
    : 'in test mode, and FLORIN_TEST_PROCESSOR=allow, which enables test cards, is not set';
  throw new AppError(
    'invalid_request',
    `no payment processor for ${money.currency} is configured ${rest}`,
  );
}

function accountNotFound(): AppError {
  return new AppError('account_not_found', 'there is no open account with this id');
}
