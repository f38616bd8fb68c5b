import {
  AppError,
  type Caller,
  isLive,
  type Reply,
  refuse,
  type TaxRateResource,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import { type IdempotencyKey, runOnce } from '@florin/database';
import { notFound } from '@florin/http-api';
import type { TableRate } from '@florin/tax';
import type { Kysely } from 'kysely';
import { canRead } from '../../accounts/access.ts';
import { findDouble } from '../../domain/tax/second-rate.ts';
import { checkCursor, type ListQuery, toList, toPageRequest } from '../../lists.ts';
import type { BillingTables } from '../../schema.ts';
import {
  findRate,
  insertRate,
  lockRates,
  type OwnRate,
  RATES_MAX,
  type RateChange,
  saveRate,
  selectRates,
} from './queries.ts';

export interface TaxDeps {
  readonly db: Kysely<BillingTables>;
}

export function createRate(
  { db }: TaxDeps,
  accountId: Uuid,
  rate: TableRate,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  return runOnce(db, key, async (tx) => {
    const double = findDouble(await lockRates(tx, accountId), rate);
    if (double) return refuse('conflict', chargedTwice(double));
    const made = await insertRate(tx, accountId, rate);
    if (!made)
      throw new AppError('invalid_request', `an account can have at most ${RATES_MAX} tax rates`);
    return { status: 201, body: toTaxRate(made) };
  });
}

/** A rate that the caller may read. @throws AppError not_found otherwise. */
export async function getVisibleRate({ db }: TaxDeps, caller: Caller, id: Uuid): Promise<OwnRate> {
  const rate = await findRate(db, id);
  if (!rate || !canRead(caller, rate.accountId)) throw notFound('tax rate');
  return rate;
}

/** Renames or ends a rate. Its percentage never changes, so that invoices stay explainable. */
export function changeRate(
  { db }: TaxDeps,
  rate: OwnRate,
  { name, until }: RateChange,
  key: IdempotencyKey | undefined,
): Promise<Reply> {
  if (until !== undefined && until !== null && rate.from !== null && until < rate.from)
    throw new AppError('invalid_request', 'valid_until: must not be before valid_from');
  return runOnce(db, key, async (tx) => {
    if (until !== undefined) {
      const all = await lockRates(tx, rate.accountId);
      const others = all.filter(({ id }) => id !== rate.id);
      const double = findDouble(
        others,
        { ...rate, until },
        all.find(({ id }) => id === rate.id),
      );
      if (double) return refuse('conflict', chargedTwice(double));
    }
    const changed = await saveRate(tx, rate.id, { name, until });
    if (!changed) throw notFound('tax rate');
    return { status: 200, body: toTaxRate(changed) };
  });
}

function chargedTwice({ id, country, name, percentage }: OwnRate): string {
  const rate = `${toPublicId('taxRate', id)} (${name} ${percentage} %)`;
  return `country: ${country} charges one VAT, and ${rate} counts for this place and class at the same time; end it with valid_until, and choose a valid_from after it`;
}

export async function listRates(deps: TaxDeps, caller: Caller, query: ListQuery) {
  await checkCursor(query, (id) => getVisibleRate(deps, caller, id));
  const rows = await selectRates(deps.db, toPageRequest(caller, query), query.limit + 1);
  return toList(rows, query, toTaxRate);
}

export function toTaxRate(rate: OwnRate): TaxRateResource {
  return {
    id: toPublicId('taxRate', rate.id),
    object: 'tax_rate',
    livemode: isLive(rate.accountId),
    account_id: toPublicId('account', rate.accountId),
    name: rate.name,
    percentage: rate.percentage,
    country: rate.country,
    region: rate.region,
    tax_class: rate.class,
    valid_from: rate.from,
    valid_until: rate.until,
    created_at: rate.createdAt.toISOString(),
  };
}
