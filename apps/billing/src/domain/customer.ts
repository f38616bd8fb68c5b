import type { Uuid } from '@florin/contracts';
import type { CollectionTerms } from './billing-terms.ts';
import { type BuyerDetails, noDetails } from './parties.ts';

/** Invoice details of a customer, and terms; absent terms are inherited from the seller. */
export type CustomerDetails = BuyerDetails & Partial<CollectionTerms>;

export interface Customer {
  readonly id: Uuid;
  readonly accountId: Uuid;
  /** The account's external id of the customer. */
  readonly externalId: string | null;
  readonly email: string | null;
  readonly name: string | null;
  readonly details: CustomerDetails;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly archivedAt: Date | null;
  readonly anonymizedAt: Date | null;
  /** Number of its last event; 0 for customers of earlier versions, until they change. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type CustomerFields = Pick<
  Customer,
  'externalId' | 'email' | 'name' | 'details' | 'metadata'
>;

/** Parses the column; customers of earlier versions have no details. */
export function readDetails(text: string): CustomerDetails {
  return { ...noDetails, ...(JSON.parse(text) as Partial<CustomerDetails>) };
}
