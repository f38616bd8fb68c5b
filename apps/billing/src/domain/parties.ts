import {
  type AddressResource,
  type BuyerPartyResource,
  type SellerPartyResource,
  type taxProviders,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import type { Place, TaxedBuyer, TaxedSeller, TaxRounding } from '@florin/tax';
import type { NumberFormat } from './number-format.ts';
import { type HeldTaxId, toTaxIds, verifiedIds } from './tax/ids.ts';

/** The seller's identity on documents, and its tax settings. */
export interface SellerProfile {
  readonly legalName: string | null;
  readonly address: AddressResource | null;
  readonly taxIds: readonly HeldTaxId[];
  readonly email: string | null;
  readonly phone: string | null;
  /** `#rrggbb`. */
  readonly color: string | null;
  readonly footer: string | null;
  readonly invoiceNumberFormat: NumberFormat | null;
  readonly creditNoteNumberFormat: NumberFormat;
  readonly paymentTermsDays: number;
  /** Time zone (IANA). */
  readonly timezone: string;
  readonly chargesTax: boolean;
  readonly usesOss: boolean;
  readonly pricesIncludeTax: boolean;
  readonly taxRounding: TaxRounding;
  /** Calculates taxes; absent in older profiles, which use Florin's tables. */
  readonly taxProvider?: TaxProviderName;
  /** Whether customers receive each invoice by mail; absent in older profiles, which send none. */
  readonly mailsInvoices?: boolean;
}

/** Florin's tables, or a tax engine. */
export type TaxProviderName = (typeof taxProviders)[number];

/** The default format. */
export const CREDIT_NOTE_FORMAT: NumberFormat = 'CN-{number}';
export const PAYMENT_TERMS_DAYS = 14;

/** Fields of a customer that appear on invoices and determine the tax. */
export interface BuyerDetails {
  readonly company: string | null;
  readonly address: AddressResource | null;
  readonly shippingAddress: AddressResource | null;
  readonly taxIds: readonly HeldTaxId[];
  readonly exemption: TaxedBuyer['exemption'];
  /** BCP 47; null for the account's language. */
  readonly language: string | null;
  readonly currency: string | null;
  /** Number of the buyer's purchase order (BT-13); absent in older snapshots. */
  readonly poNumber?: string | null;
  /** Routes an invoice within the buyer's organization (BT-10); absent likewise. */
  readonly buyerReference?: string | null;
}

export const noDetails: BuyerDetails = {
  company: null,
  address: null,
  shippingAddress: null,
  taxIds: [],
  exemption: 'none',
  language: null,
  currency: null,
  poNumber: null,
  buyerReference: null,
};

/** The buyer on documents. */
export interface Buyer extends BuyerDetails {
  readonly name: string | null;
  readonly email: string | null;
}

type UnshownField = 'invoiceNumberFormat' | 'creditNoteNumberFormat' | 'mailsInvoices';

/** Snapshot of seller and buyer on an invoice; never changes. */
export interface InvoiceParties {
  readonly seller: Omit<SellerProfile, UnshownField> & {
    readonly logoHash: string | null;
  };
  readonly buyer: Buyer | null;
}

/** The stored profile of a seller. */
export interface StoredProfile {
  readonly accountId: Uuid;
  readonly profile: SellerProfile;
  readonly logoHash: string | null;
}

export function partiesOf(
  { profile, logoHash }: StoredProfile,
  buyer: Buyer | undefined,
): InvoiceParties {
  const {
    invoiceNumberFormat: _,
    creditNoteNumberFormat: __,
    mailsInvoices: ___,
    ...seller
  } = profile;
  return { seller: { ...seller, logoHash }, buyer: buyer ?? null };
}

/** Parties with another purchase order than that of the customer; null for the customer's. */
export function withPoNumber(
  parties: InvoiceParties | null,
  poNumber: string | null,
): InvoiceParties | null {
  if (!parties?.buyer || poNumber === null) return parties;
  return { ...parties, buyer: { ...parties.buyer, poNumber } };
}

/** A buying account, with its identity from its own seller profile. */
export function toBuyer({ profile }: StoredProfile): Buyer {
  const { legalName: company, address, taxIds, email } = profile;
  const known = { company, address, taxIds, email };
  return {
    ...known,
    name: null,
    shippingAddress: null,
    exemption: 'none',
    language: null,
    currency: null,
  };
}

/** The seller for tax calculation; undefined if its country is unknown. */
export function toTaxedSeller(profile: SellerProfile): TaxedSeller | undefined {
  const { address, chargesTax, usesOss } = profile;
  return address ? { ...placeOf(address), chargesTax, usesOss } : undefined;
}

/** Whether a tax engine calculates its taxes; never if the seller charges no tax. */
export function usesEngine({
  address,
  chargesTax,
  taxProvider = 'florin',
}: SellerProfile): boolean {
  return address !== null && chargesTax && taxProvider !== 'florin';
}

/** The buyer for tax calculation; unknown fields default to the seller's country. */
export function toTaxedBuyer(buyer: Buyer | undefined, home: TaxedSeller): TaxedBuyer {
  const address = buyer?.shippingAddress ?? buyer?.address;
  return {
    ...(address ? placeOf(address) : placeOf(home)),
    taxIds: verifiedIds(buyer?.taxIds ?? []),
    exemption: buyer?.exemption ?? 'none',
  };
}

function placeOf({ country, region, ...address }: AddressResource | Place): Place {
  const postalCode = 'postal_code' in address ? address.postal_code : address.postalCode;
  return { country, region, postalCode };
}

/** The seller on an invoice; its account's name if the profile has none. */
export function toSellerParty(
  seller: InvoiceParties['seller'],
  { sellerId }: { readonly sellerId: Uuid },
): SellerPartyResource {
  const { legalName, address, taxIds, email, phone, color, footer } = seller;
  const name = legalName ?? toPublicId('account', sellerId);
  return { name, address, tax_ids: toTaxIds(taxIds), email, phone, color, footer };
}

/** The buyer on an invoice. */
export function toBuyerParty(buyer: Buyer): BuyerPartyResource {
  const { name, company, email, address, shippingAddress, taxIds } = buyer;
  const { poNumber = null, buyerReference = null } = buyer;
  return {
    name,
    company,
    email,
    address,
    shipping_address: shippingAddress,
    tax_ids: toTaxIds(taxIds),
    po_number: poNumber,
    buyer_reference: buyerReference,
  };
}
