import { AppError, type Caller, creditEntrySchema, isLive, parsePublicId } from '@florin/contracts';
import {
  defineRoute,
  idempotencyKeyOf,
  instantField,
  integerField,
  type Route,
  text,
} from '@florin/http-api';
import { AMOUNT_MINOR_MAX } from '@florin/money';
import { z } from 'zod';
import { canRead } from '../../accounts/access.ts';
import { type AccountsDeps, getPlatformAccount } from '../../accounts/find.ts';
import {
  assertMayWrite,
  assertSells,
  CHANGE_ERRORS,
  getOpenAccount,
} from '../../accounts/permissions.ts';
import { type CustomersDeps, getVisibleCustomer } from '../../customers/operations.ts';
import { customerParams } from '../../customers/params.ts';
import { causeOf } from '../../domain/cause.ts';
import { GRANTS_MAX } from '../../domain/credit.ts';
import { toJsonText } from '../../json-text.ts';
import { adjustCredit, type NamedHolder } from './adjust.ts';

const errors = CHANGE_ERRORS;
const REASON_LENGTH_MAX = 255;
const MOVED_MAX = Number(AMOUNT_MINOR_MAX);
const LATEST_EXPIRY_MS = Date.UTC(3000, 0);

const bodyFields = z
  .object({
    amount: integerField(
      -MOVED_MAX,
      MOVED_MAX,
      'an integer in minor units, for example 1000 for 10.00 USD',
    )
      .refine((amount) => amount !== 0, 'must not be 0')
      .meta({
        description:
          'Minor units in the currency of the account: a positive amount grants credit, a negative one takes credit back.',
        examples: [1_500],
      })
      .transform((amount) => BigInt(amount)),
    reason: text(REASON_LENGTH_MAX).meta({
      description: 'Reason of the change, for your books. The entry keeps it for good.',
      examples: ['Sorry for the outage in May'],
    }),
    expires_at: instantField('to')
      .refine((at) => at < LATEST_EXPIRY_MS, 'must be before the year 3000')
      .nullish()
      .meta({
        description:
          'When the unused rest of a grant ends (ISO 8601), in the future; a date means its end in UTC. Without it, the credit stays.',
        examples: ['2027-01-31T00:00:00Z'],
      }),
  })
  .refine(({ amount, expires_at }) => expires_at == null || amount > 0n, {
    path: ['expires_at'],
    error: 'only credit that is granted can expire; omit it to take credit back',
  })
  .meta({ id: 'NewCreditEntry', description: 'Credit to grant, or to take back.' });

/** A route that changes credit by the seller's decision. */
export function creditRoute(deps: AccountsDeps & CustomersDeps): Route {
  const path = '/v1/customers/{customer_id}/credits';
  return defineRoute({
    method: 'POST',
    path,
    operationId: 'createCustomerCredit',
    summary: 'Grant credit to a customer, or take it back',
    description: `Credit is applied to the next invoices automatically, first the credit that expires first. It expires within a minute after \`expires_at\`; an invoice that returns credit of an expired grant does not revive it. Credit is granted at your expense: the books move it from \`granted_credit\` to \`customer_credit\`. \`409\` if more is taken back than is left, for a grant to an archived customer, and for more than ${GRANTS_MAX} grants that have yet to expire. The platform also names accounts that pay it.`,
    token: 'session_or_key',
    scope: 'subscriptions:write',
    takesIdempotencyKey: true,
    params: customerParams,
    body: bodyFields,
    replies: { 201: creditEntrySchema },
    errors,
    async handle(request) {
      const { body, caller, params, requestId } = request;
      const holder = await getHolder(deps, caller, params.customer_id, requestId);
      const { amount, reason } = body;
      const expiresAt = body.expires_at == null ? null : new Date(body.expires_at);
      const content = toJsonText([holder.holderId, body]);
      const key = idempotencyKeyOf(`POST ${path}`, request, content);
      const occasion = { key, cause: causeOf(request) };
      return adjustCredit(deps, holder, { amount, reason, expiresAt }, occasion);
    },
  });
}

/** @throws AppError not_found or forbidden if the caller may not change the holder's credit */
async function getHolder(
  deps: AccountsDeps & CustomersDeps,
  caller: Caller,
  reference: string,
  requestId: string,
): Promise<NamedHolder> {
  const payerId = parsePublicId('account', reference);
  if (payerId !== undefined && canRead(caller, payerId)) {
    const { id: sellerId } = await getPlatformAccount(deps, requestId);
    const message = 'only the platform can change the credit of an account that pays it';
    assertSells({ errors }, caller, { sellerId }, message);
    const { currency } = await getOpenAccount(deps, payerId, requestId);
    if (isLive(payerId) !== isLive(sellerId))
      throw new AppError(
        'invalid_request',
        `customer_id: the platform sells only to ${isLive(sellerId) ? 'live' : 'test'} accounts`,
      );
    return { sellerId, holderId: payerId, currency, reference, isCustomer: false };
  }
  const { id: holderId, accountId: sellerId } = await getVisibleCustomer(deps, caller, reference);
  assertMayWrite({ errors }, caller);
  const { currency } = await getOpenAccount(deps, sellerId, requestId);
  return { sellerId, holderId, currency, reference, isCustomer: true };
}
