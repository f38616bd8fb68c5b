import {
  type AddressResource,
  type BuyerPartyResource,
  type SellerPartyResource,
  type taxProviders,
  toPublicId,
  type Uuid,
} from '@florin/contracts';
import type { Place, TaxedBuyer, TaxedSeller, TaxRounding } from '@florin/tax';
import { type HeldTaxId, toTaxIds, verifiedIds } from '../tax-ids/model.ts';
import type { NumberFormat } from './number-format-model.ts';

/** How an account appears on what it issues, and how that is taxed. */
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
  /** IANA. */
  readonly timezone: string;
  readonly chargesTax: boolean;
  readonly usesOss: boolean;
  readonly pricesIncludeTax: boolean;
  readonly taxRounding: TaxRounding;
  /** Decides about tax; absent in older profiles: Florin's tables. */
  readonly taxProvider?: TaxProviderName;
  /** Whether customers are mailed the invoice of each charge; absent in older states: no. */
  readonly mailsInvoices?: boolean;
}

/** Florin's tables, or a tax engine. */
export type TaxProviderName = (typeof taxProviders)[number];

/** Until somebody says otherwise. */
export const CREDIT_NOTE_FORMAT: NumberFormat = 'CN-{number}';
export const PAYMENT_TERMS_DAYS = 14;

/** What of a customer stands on its invoices and decides about their tax. */
export interface BuyerDetails {
  readonly company: string | null;
  readonly address: AddressResource | null;
  readonly shippingAddress: AddressResource | null;
  readonly taxIds: readonly HeldTaxId[];
  readonly exemption: TaxedBuyer['exemption'];
  /** BCP 47; null for the account's. */
  readonly language: string | null;
  readonly currency: string | null;
}

export const noDetails: BuyerDetails = {
  company: null,
  address: null,
  shippingAddress: null,
  taxIds: [],
  exemption: 'none',
  language: null,
  currency: null,
};

/** Who buys. */
export interface Buyer extends BuyerDetails {
  readonly name: string | null;
  readonly email: string | null;
}

type UnshownField = 'invoiceNumberFormat' | 'creditNoteNumberFormat' | 'mailsInvoices';

/** Who sells and who buys, as an invoice shows them for ever. */
export interface InvoiceParties {
  readonly seller: Omit<SellerProfile, UnshownField> & {
    readonly logoHash: string | null;
  };
  readonly buyer: Buyer | null;
}

/** A seller that has said how it appears. */
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

/** An account that buys, as it has said that it appears on what it sells itself. */
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

/** The seller as taxes see it; undefined where nobody knows where it is. */
export function toTaxedSeller(profile: SellerProfile): TaxedSeller | undefined {
  const { address, chargesTax, usesOss } = profile;
  return address ? { ...placeOf(address), chargesTax, usesOss } : undefined;
}

/** Whether a tax engine decides about its sales; a seller that charges no tax asks none. */
export function usesEngine({
  address,
  chargesTax,
  taxProvider = 'florin',
}: SellerProfile): boolean {
  return address !== null && chargesTax && taxProvider !== 'florin';
}

/** The buyer as taxes see it: what is not known of it is as at home. */
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

/** What stands on an invoice of its seller; its account where it has not said a name. */
export function toSellerParty(
  seller: InvoiceParties['seller'],
  { sellerId }: { readonly sellerId: Uuid },
): SellerPartyResource {
  const { legalName, address, taxIds, email, phone, color, footer } = seller;
  const name = legalName ?? toPublicId('account', sellerId);
  return { name, address, tax_ids: toTaxIds(taxIds), email, phone, color, footer };
}

/** What stands on an invoice of its buyer. */
export function toBuyerParty(buyer: Buyer): BuyerPartyResource {
  const { name, company, email, address, shippingAddress, taxIds } = buyer;
  return {
    name,
    company,
    email,
    address,
    shipping_address: shippingAddress,
    tax_ids: toTaxIds(taxIds),
  };
}
