import { AppError, type Caller, type Reply, toPublicId, type Uuid } from '@florin/contracts';
import { type IdempotencyKey, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import type { Kysely } from 'kysely';
import type { Cause } from '../../domain/cause.ts';
import { checkAgain, isVatId, type Verification, verifyTaxId } from '../../domain/tax/ids.ts';
import { lockCustomer } from '../../records/customers-queries.ts';
import type { BillingTables } from '../../schema.ts';
import { addChecks, deleteCheck } from './queries.ts';
import { saveTaxIds } from './save.ts';

interface VerifyRequest {
  readonly caller: Caller;
  /** A VAT ID of the customer, without spaces. */
  readonly value: string;
  /** Reason to vouch for the id; null starts a new check by the tax office. */
  readonly reason: string | null;
  readonly key: IdempotencyKey | undefined;
  readonly cause: Cause;
}

/**
 * Vouches for a VAT ID of a customer, or starts a new check by its tax office.
 * @throws AppError invalid_request for an id that the customer does not have
 */
export function verifyCustomerTaxId(
  db: Kysely<BillingTables>,
  customerId: Uuid,
  { caller, value, reason, key, cause }: VerifyRequest,
): Promise<Reply> {
  return runOnce(db, key, async (tx) => {
    const customer = await lockCustomer(tx, customerId);
    if (!customer) throw notFound('customer');
    const before = customer.details.taxIds;
    if (!before.some((id) => isVatId(id, value)))
      throw new AppError(
        'invalid_request',
        'value: the customer has no such VAT ID; add it to tax_ids first',
      );
    const taxIds =
      reason === null
        ? checkAgain(before, value)
        : verifyTaxId(before, value, vouched(caller, reason));
    await deleteCheck(tx, { holderId: customerId, value });
    if (reason === null) await addChecks(tx, customer.accountId, customerId, [value]);
    return { status: 200, body: await saveTaxIds(tx, customer, taxIds, cause) };
  });
}

function vouched({ userId, apiKeyId }: Caller, reason: string): Partial<Verification> {
  const vouchedBy = apiKeyId
    ? toPublicId('apiKey', apiKeyId)
    : userId && toPublicId('user', userId);
  return {
    ...{ status: 'verified', source: 'person', reason },
    ...{ checkedAt: new Date().toISOString(), vouchedBy: vouchedBy ?? null },
  };
}
