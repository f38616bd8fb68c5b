import type { Uuid } from '@florin/contracts';
import { dayOf } from '@florin/money';
import type { Sale } from '@florin/tax';
import { type Kysely, sql } from 'kysely';
import { readDetails } from '../../domain/customer.ts';
import {
  type Buyer,
  partiesOf,
  type StoredProfile,
  toBuyer,
  toTaxedBuyer,
  toTaxedSeller,
  usesEngine,
} from '../../domain/parties.ts';
import { type EngineSale, NO_ADDRESS, refused } from '../../domain/tax/engine.ts';
import type { FindSale, KnownSale, SaleParties } from '../../domain/tax/sale.ts';
import { findProfiles } from '../../records/profiles-queries.ts';
import type { BillingTables } from '../../schema.ts';
import { calculateFrom, type Kept, toKept } from '../engine/kept.ts';
import { findCalculations, type Sold } from '../engine/queries.ts';
import { type DecideSale, taxProvider } from '../rates/provider.ts';

/** Reads the data of several sales at once: usually all sellers have a profile, or none has. */
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
  const sold = sales.flatMap(({ sellerId, customerId, payerAccountId }): readonly Sold[] => {
    const holderId = customerId ?? payerAccountId;
    const profile = known.get(sellerId)?.profile;
    return profile && usesEngine(profile) && holderId !== null ? [{ sellerId, holderId }] : [];
  });
  const kept = toKept(await findCalculations(db, sold));
  return ({ sellerId, customerId, payerAccountId }, nowMs) => {
    const profile = known.get(sellerId);
    const payer = payerAccountId === null ? undefined : known.get(payerAccountId);
    const buyer = customerId === null ? payer && toBuyer(payer) : buyers.get(customerId);
    const holderId = customerId ?? payerAccountId;
    return profile && toKnownSale(profile, { buyer, holderId }, { decide, kept }, nowMs);
  };
}

function toKnownSale(
  stored: StoredProfile,
  { buyer, holderId }: { readonly buyer: Buyer | undefined; readonly holderId: Uuid | null },
  { decide, kept }: { readonly decide: DecideSale; readonly kept: Kept },
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
      ...(usesEngine(profile) && {
        calculate: calculateFrom(
          kept,
          () => toEngineSale(stored, buyer, holderId, sale),
          pricesIncludeTax,
        ),
      }),
      decide: (product, at) => {
        const supplied = at === undefined ? sale : { ...sale, day: dayOf(at, timezone) };
        return decide(accountId, supplied, product);
      },
    },
  };
}

/** @throws AppError conflict if the buyer's address is unknown */
function toEngineSale(
  { accountId: sellerId, profile }: StoredProfile,
  buyer: Buyer | undefined,
  holderId: Uuid | null,
  { buyer: taxed, day }: Sale,
): EngineSale {
  const address = buyer?.shippingAddress ?? buyer?.address;
  const isLocated = address && (address.country !== 'US' || address.postal_code);
  if (!profile.address || !isLocated || holderId === null) throw refused(NO_ADDRESS);
  const { taxIds, exemption } = taxed;
  const buyerAddressKind = buyer?.shippingAddress ? 'shipping' : 'billing';
  const parties = { sellerId, holderId, seller: profile.address, buyer: address };
  return { ...parties, buyerAddressKind, taxIds, isExempt: exemption === 'exempt', day };
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
    rows.map(({ id, name, email, details }) => {
      const { daysUntilDue: _, collectionMethod: __, ...shown } = readDetails(details);
      return [id, { ...shown, name, email }];
    }),
  );
}
