import type { Uuid } from '@florin/contracts';
import type { InvoiceParties, StoredProfile } from '../parties/model.ts';
import type { TaxedSale } from './model.ts';

/** Who sells what to whom, as far as a document and its tax ask. */
export interface SaleParties {
  readonly sellerId: Uuid;
  /** Null where an account buys. */
  readonly customerId: Uuid | null;
  /** The account that buys; null where a customer does. */
  readonly payerAccountId: Uuid | null;
}

/** A sale of a seller that has said how it appears: who stands on the invoice, and how it is taxed. */
export interface KnownSale {
  readonly profile: StoredProfile;
  readonly parties: InvoiceParties;
  /** Undefined where the seller's country is not known. */
  readonly taxed: TaxedSale | undefined;
}

/** Sales as they are known at one instant: undefined of sellers without a profile. */
export type FindSale = (parties: SaleParties, nowMs: number) => KnownSale | undefined;
