import type { Uuid } from '@florin/contracts';
import { dayOf } from '@florin/money';
import { type Kysely, sql } from 'kysely';
import { readDetails } from '../customers/details.ts';
import {
  type Buyer,
  partiesOf,
  type StoredProfile,
  toBuyer,
  toTaxedBuyer,
  toTaxedSeller,
} from '../parties/model.ts';
import { findProfiles } from '../parties/queries.ts';
import type { BillingTables } from '../schema.ts';
import { type DecideSale, taxProvider } from './provider.ts';
import type { FindSale, KnownSale, SaleParties } from './sale-model.ts';

/** Reads what sales need, all at once: most sellers have a profile, or none of them has. */
export async function readSales(
  db: Kysely<BillingTables>,
  sales: readonly SaleParties[],
): Promise<FindSale> {
  const ids = sales.flatMap(({ sellerId, payerAccountId }) => [
    sellerId,
    payerAccountId ?? sellerId,
  ]);
  const profiles = await findProfiles(db, [...new Set(ids)]);
  if (profiles.length === 0) return () => undefined;
  const known = new Map(profiles.map((stored) => [stored.accountId, stored]));
  const buyers = await findBuyers(
    db,
    sales.flatMap(({ sellerId, customerId }) =>
      known.has(sellerId) && customerId !== null ? [customerId] : [],
    ),
  );
  const taxing = profiles.filter(({ profile }) => profile.address !== null);
  const decide = await taxProvider.prepare(
    db,
    taxing.map(({ accountId }) => accountId),
  );
  return ({ sellerId, customerId, payerAccountId }, nowMs) => {
    const profile = known.get(sellerId);
    const payer = payerAccountId === null ? undefined : known.get(payerAccountId);
    const buyer = customerId === null ? payer && toBuyer(payer) : buyers.get(customerId);
    return profile && toKnownSale(profile, buyer, decide, nowMs);
  };
}

function toKnownSale(
  stored: StoredProfile,
  buyer: Buyer | undefined,
  decide: DecideSale,
  nowMs: number,
): KnownSale {
  const { accountId, profile } = stored;
  const { taxRounding: rounding, pricesIncludeTax, timezone } = profile;
  const seller = toTaxedSeller(profile);
  const sale = seller && {
    seller,
    buyer: toTaxedBuyer(buyer, seller),
    day: dayOf(nowMs, timezone),
  };
  return {
    profile: stored,
    parties: partiesOf(stored, buyer),
    taxed: sale && {
      rounding,
      pricesIncludeTax,
      decide: (product, at) => {
        const supplied = at === undefined ? sale : { ...sale, day: dayOf(at, timezone) };
        return decide(accountId, supplied, product);
      },
    },
  };
}

async function findBuyers(
  db: Kysely<BillingTables>,
  customerIds: readonly Uuid[],
): Promise<ReadonlyMap<Uuid, Buyer>> {
  if (customerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('customers')
    .select(['id', 'name', 'email', 'details'])
    .where('id', '=', sql<Uuid>`any(${customerIds}::uuid[])`)
    .execute();
  return new Map(
    rows.map(({ id, name, email, details }) => [id, { ...readDetails(details), name, email }]),
  );
}
