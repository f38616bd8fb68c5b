import {
  AppError,
  type ErrorCode,
  isLive,
  linkedPaymentRequestSchema,
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
import { type PostingDeps, submitCommand } from '../posting/submit.ts';
import { type AccountsClient, findPayee } from './payee.ts';
import type { Processors } from './processor.ts';

export interface PaymentRouteDeps extends PostingDeps {
  readonly accounts: AccountsClient | undefined;
  readonly processors: Processors;
  /** What the addresses of all pages begin with. */
  readonly linkBase: string;
}

const newPaymentSchema = z
  .object({
    account_id: idField('account'),
    amount: amountField,
    currency: currencyField,
    customer_email: emailField,
    reference: referenceField.nullish(),
    metadata: metadataField.nullish(),
    return_url: returnUrlField.nullish(),
  })
  .meta({ id: 'NewPayment', description: 'Whom an account asks for how much, and what for.' });

const createdPaymentSchema = linkedPaymentRequestSchema
  .omit({ updated_at: true, transaction_id: true })
  .meta({
    id: 'CreatedPayment',
    description: 'A payment that was just made, for its customer to pay.',
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
    summary: 'Request a payment, which a customer completes at a page of its own',
    description:
      'Asks a customer for money in the name of an account: give them `payment_url`, where they pay within seven days, in up to five tries. Once they have, the account has the money as a credit and `payment.succeeded` is told. `currency` is that of the account; it is refused where no payment processor here takes it.',
    token: 'session_or_key',
    scope: 'payments:write',
    takesIdempotencyKey: true,
    body: newPaymentSchema,
    replies: { 201: createdPaymentSchema },
    async handle(request) {
      const { body, caller } = request;
      const { account_id: accountId, amount, currency } = body;
      if (accountId === undefined || !canRead(caller, accountId)) throw accountNotFound();
      if (!canWrite(caller, accountId)) throw denied(route, 'this role reads only');
      await assertPayable(processors, { accountId, currency }, request.requestId);
      const returnUrl = body.return_url ?? null;
      if (returnUrl !== null) await assertListed(accounts, accountId, returnUrl, request);
      return submitCommand(deps, route, request, accountId, {
        kind: 'request_payment',
        amount,
        currency,
        customerEmail: body.customer_email,
        customerId: null,
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
    },
  });
}

/** Pages lead only to where the account's owner has said: a key that leaked must not send customers away. */
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
      'return_url: is not in the list of the account: add it to settings.return_urls by PATCH /v1/account first',
    );
}

/** While nobody knows whether it can be paid it is taken: its page says so. */
async function assertPayable(
  processors: Processors,
  money: Parameters<Processors['listWays']>[0],
  requestId: string,
): Promise<void> {
  const ways = await processors.listWays(money, requestId).catch(() => undefined);
  if (ways?.length !== 0) return;
  const rest = isLive(money.accountId)
    ? 'in live mode, and no test card pays a live account'
    : 'in test mode, and FLORIN_TEST_PROCESSOR=allow, which takes test cards, is not set';
  throw new AppError(
    'invalid_request',
    `nobody could pay this here: no payment processor that takes ${money.currency} is set up ${rest}`,
  );
}

function accountNotFound(): AppError {
  return new AppError('account_not_found', 'there is no open account with this id');
}
