import type { Uuid } from '@florin/contracts';
import type { InvoiceParties, StoredProfile } from '../parties.ts';
import type { TaxedSale } from './charges.ts';

/** Seller and buyer of a sale, for documents and tax. */
export interface SaleParties {
  readonly sellerId: Uuid;
  /** Null if an account buys. */
  readonly customerId: Uuid | null;
  /** The account that buys; null if a customer buys. */
  readonly payerAccountId: Uuid | null;
}

/** A sale of a seller with a profile: parties on the invoice, and tax rules. */
export interface KnownSale {
  readonly profile: StoredProfile;
  readonly parties: InvoiceParties;
  /** Undefined if the seller's country is unknown. */
  readonly taxed: TaxedSale | undefined;
}

/** Finds sales as known at one instant; undefined for sellers without a profile. */
export type FindSale = (parties: SaleParties, nowMs: number) => KnownSale | undefined;
