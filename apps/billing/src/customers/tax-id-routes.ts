import { customerSchema, type ErrorCode } from '@florin/contracts';
import { defineRoute, idempotencyKeyOf, type Route, text } from '@florin/http-api';
import { z } from 'zod';
import { assertMayWrite } from '../accounts/permissions.ts';
import { causeOf } from '../domain/cause.ts';
import { vatIdField } from '../fields/party.ts';
import { verifyCustomerTaxId } from '../tax/ids/operations.ts';
import { type CustomersDeps, getVisibleCustomer } from './operations.ts';
import { customerParams } from './params.ts';

const errors: readonly ErrorCode[] = ['invalid_request', 'unauthorized', 'forbidden', 'not_found'];

const REASON_LENGTH_MAX = 500;

export function verifyTaxIdRoute(deps: CustomersDeps): Route {
  return defineRoute({
    method: 'POST',
    path: '/v1/customers/{customer_id}/verify_tax_id',
    operationId: 'verifyCustomerTaxId',
    summary: "Verify a customer's VAT ID",
    description:
      'With a `reason` you vouch for the VAT ID, for example because you checked it yourself while the tax office was down: it is then used for tax like a verified one. Without a `reason`, the tax office is queried again: a `verified` id stays verified until the office answers, any other becomes `pending`. In test mode every VAT ID is verified without a query.',
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    params: customerParams,
    body: z
      .object({
        value: vatIdField,
        reason: text(REASON_LENGTH_MAX)
          .nullish()
          .meta({
            description: 'Reason for vouching, stored with the customer.',
            examples: ['Checked at the Federal Central Tax Office by phone'],
          }),
      })
      .meta({ id: 'TaxIdCheck', description: 'A VAT ID to verify.' }),
    replies: { 200: customerSchema },
    errors,
    async handle(request) {
      const { body, caller, params } = request;
      const { id } = await getVisibleCustomer(deps, caller, params.customer_id);
      assertMayWrite({ errors }, caller);
      const scope = 'POST /v1/customers/{customer_id}/verify_tax_id';
      const { value, reason = null } = body;
      const key = idempotencyKeyOf(scope, request, [id, body]);
      const cause = causeOf(request);
      return verifyCustomerTaxId(deps.db, id, { caller, value, reason, key, cause });
    },
  });
}
