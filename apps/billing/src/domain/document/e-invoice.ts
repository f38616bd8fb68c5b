import type { AddressResource } from '@florin/contracts';
import { type Currency, dayOf, exponentOf } from '@florin/money';
import type { LineTax } from '@florin/tax';
import { groupsOf, type LineGroup } from '../discount/groups.ts';
import type { DocumentLine, SalesDocument } from './model.ts';
import { eInvoiceOmission } from './omission.ts';

/** The parts of an invoice that EN 16931-1 covers, with the names of UBL 2.1. */
type UblInvoice = Readonly<Record<string, unknown>>;

export interface EInvoice {
  readonly ubl: UblInvoice;
  /** Number of the invoice that a credit note takes back. */
  readonly ofInvoice: string | null;
}

const PROFILE = 'urn:cen.eu:en16931:2017';
/** UNTDID 1001. */
const TYPES = { invoice: '380', credit_note: '381' } as const;
/** UNTDID 5189. */
const DISCOUNT = '95';
/** Unit "one" (UN/ECE recommendation 20). */
const UNIT = 'C62';

/** A document as an e-invoice; undefined for a draft, and if EN 16931 cannot represent it. */
export function toEInvoice(document: SalesDocument): EInvoice | undefined {
  const { number, issuedAt, seller, buyer, lines, currency, timezone } = document;
  const vatId = seller.taxIds?.find(({ type }) => type === 'vat')?.value;
  if (number === null || issuedAt === null || !seller.address || vatId === undefined)
    return undefined;
  if (!buyer?.address) return undefined;
  if (eInvoiceOmission(document) !== null) return undefined;
  const isOutsideScope = lines.some(({ taxes }) => taxes[0]?.category === 'O');
  const day = (at: number) => dayOf(at, timezone);
  const { credits, gross, due } = document;
  const ubl = {
    'ubl:Invoice': {
      'cbc:CustomizationID': PROFILE,
      'cbc:ID': number,
      'cbc:IssueDate': day(issuedAt),
      ...(document.dueAt !== null && { 'cbc:DueDate': day(document.dueAt) }),
      'cbc:InvoiceTypeCode': TYPES[document.kind],
      ...(document.memo !== null && { 'cbc:Note': [document.memo] }),
      'cbc:DocumentCurrencyCode': currency,
      'cbc:BuyerReference': buyer.buyerReference ?? document.buyerReference,
      ...(buyer.poNumber && { 'cac:OrderReference': { 'cbc:ID': buyer.poNumber } }),
      'cac:AccountingSupplierParty': {
        'cac:Party': {
          'cac:PostalAddress': toAddress(seller.address),
          // Without a VAT ID, the tax number identifies the seller (BR-O-02, BR-CO-26).
          ...(isOutsideScope
            ? { 'cac:PartyIdentification': [{ 'cbc:ID': vatId }] }
            : { 'cac:PartyTaxScheme': [toTaxScheme(vatId)] }),
          'cac:PartyLegalEntity': { 'cbc:RegistrationName': seller.name },
          ...contactOf(seller),
        },
      },
      'cac:AccountingCustomerParty': {
        'cac:Party': toBuyer(document, buyer.address, isOutsideScope),
      },
      'cac:Delivery': toDelivery(document, day(deliveredAt(lines) ?? issuedAt)),
      'cac:PaymentTerms': { 'cbc:Note': due === 0n ? 'paid' : 'open' },
      'cac:TaxTotal': [
        {
          ...amount('TaxAmount', gross - document.net, currency),
          'cac:TaxSubtotal': byRate(document.taxes).map((tax) => toSubtotal(tax, currency)),
        },
      ],
      'cac:LegalMonetaryTotal': {
        ...amount('LineExtensionAmount', document.net, currency),
        ...amount('TaxExclusiveAmount', document.net, currency),
        ...amount('TaxInclusiveAmount', gross, currency),
        ...(credits.length > 0 && amount('PrepaidAmount', gross - due, currency)),
        ...amount('PayableAmount', due, currency),
      },
      'cac:InvoiceLine': groupsOf(lines).map((line, index) =>
        toLine(line, index + 1, document, day),
      ),
    },
  };
  return { ubl, ofInvoice: document.ofInvoice };
}

function toLine(
  { line, discounts }: LineGroup<DocumentLine>,
  place: number,
  { currency, kind }: SalesDocument,
  day: (at: number) => string,
): UblInvoice {
  const { net, quantity, unitAmount, name, span, taxes } = line;
  const isPriced = typeof unitAmount === 'bigint' && unitAmount > 0n;
  const isCounted = quantity !== null && quantity > 0 && isPriced;
  // Prices are never negative (BR-27), so reductions have a negative quantity. A price with tax is
  // converted to net for all units at once, because one unit may not be whole cents (BT-149).
  const count = isCounted && net > 0n ? quantity : net < 0n ? -1 : 1;
  const isPlain = isCounted && unitAmount * BigInt(quantity) === net;
  const price = isPlain ? unitAmount : net < 0n ? -net : net;
  const base = isPlain || count < 2 ? {} : baseOf(count);
  const [tax] = taxes;
  return {
    'cbc:ID': place.toString(),
    'cbc:InvoicedQuantity': count.toString(),
    'cbc:InvoicedQuantity@unitCode': UNIT,
    ...amount('LineExtensionAmount', sumOfNet([line, ...discounts]), currency),
    ...(discounts.length > 0 && {
      'cac:AllowanceCharge': discounts.map((discount) => toAllowance(discount, currency)),
    }),
    ...(span &&
      kind === 'invoice' && {
        'cac:InvoicePeriod': {
          'cbc:StartDate': day(span.startAt),
          // The last day of the period, which ends just before the next one begins (BT-135).
          'cbc:EndDate': day(Math.max(span.startAt, span.endAt - 1)),
        },
      }),
    'cac:Item': {
      'cbc:Name': name?.trim() || line.type,
      'cac:ClassifiedTaxCategory': tax && toCategory(tax),
    },
    'cac:Price': { ...amount('PriceAmount', price, currency), ...base },
  };
}

function sumOfNet(lines: readonly DocumentLine[]): bigint {
  return lines.reduce((sum, { net }) => sum + net, 0n);
}

/** A discount as an allowance of its line (BG-27). */
function toAllowance({ name, net }: DocumentLine, currency: Currency): UblInvoice {
  return {
    'cbc:ChargeIndicator': 'false',
    'cbc:AllowanceChargeReasonCode': DISCOUNT,
    'cbc:AllowanceChargeReason': name?.trim() || 'Discount',
    ...amount('Amount', -net, currency),
  };
}

/** The number of units that a price covers. */
function baseOf(count: number): UblInvoice {
  return { 'cbc:BaseQuantity': count.toString(), 'cbc:BaseQuantity@unitCode': UNIT };
}

/**
 * EN 16931 has one breakdown for a category and rate (BG-23), regardless of the tax's name and
 * country.
 */
function byRate(taxes: readonly LineTax[]): readonly LineTax[] {
  const groups = Map.groupBy(taxes, ({ category, percentage }) => `${category} ${percentage}`);
  return [...groups.values()].flatMap((some) => {
    const [first] = some;
    const sum = (read: (tax: LineTax) => bigint) => some.reduce((all, tax) => all + read(tax), 0n);
    return first
      ? [{ ...first, amount: sum(({ amount }) => amount), taxable: sum(({ taxable }) => taxable) }]
      : [];
  });
}

function toSubtotal(tax: LineTax, currency: Currency): UblInvoice {
  const reason = reasons[tax.category];
  return {
    ...amount('TaxableAmount', tax.taxable, currency),
    ...amount('TaxAmount', tax.amount, currency),
    'cac:TaxCategory': {
      ...toCategory(tax),
      ...(reason !== undefined && { 'cbc:TaxExemptionReason': reason }),
    },
  };
}

function toCategory({ category, percentage }: LineTax): UblInvoice {
  // Outside the scope of VAT there is no rate (BR-O-05).
  const rate = category === 'O' ? {} : { 'cbc:Percent': percentage };
  return { 'cbc:ID': category, ...rate, 'cac:TaxScheme': { 'cbc:ID': 'VAT' } };
}

/** Exemption reasons, which EN 16931 requires (BR-AE-10, BR-IC-10, BR-G-10, BR-O-10, BR-E-10). */
const reasons: Readonly<Partial<Record<LineTax['category'], string>>> = {
  AE: 'Reverse charge',
  K: 'Intra-Community supply',
  O: 'Not subject to VAT',
  G: 'Export outside the EU',
  E: 'Exempt from tax',
};

/** An intra-Community supply names the country of delivery (BR-IC-12). */
function toDelivery({ buyer }: SalesDocument, day: string): UblInvoice {
  const country = (buyer?.shippingAddress ?? buyer?.address)?.country;
  return {
    'cbc:ActualDeliveryDate': day,
    ...(country !== undefined && {
      'cac:DeliveryLocation': {
        'cac:Address': { 'cac:Country': { 'cbc:IdentificationCode': country } },
      },
    }),
  };
}

function toBuyer(
  { buyer, buyerReference }: SalesDocument,
  address: AddressResource,
  isOutsideScope: boolean,
): UblInvoice {
  const vatId = isOutsideScope
    ? undefined
    : buyer?.taxIds.find(({ type }) => type === 'vat')?.value;
  return {
    'cac:PostalAddress': toAddress(address),
    ...(vatId !== undefined && { 'cac:PartyTaxScheme': toTaxScheme(vatId) }),
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': buyer?.company ?? buyer?.name ?? buyer?.email ?? buyerReference,
    },
  };
}

function toAddress(address: AddressResource): UblInvoice {
  const parts = {
    'cbc:StreetName': address.line1,
    'cbc:AdditionalStreetName': address.line2,
    'cbc:CityName': address.city,
    'cbc:PostalZone': address.postal_code,
    'cbc:CountrySubentity': address.region,
  };
  return {
    ...Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== null)),
    'cac:Country': { 'cbc:IdentificationCode': address.country },
  };
}

function toTaxScheme(vatId: string): UblInvoice {
  return { 'cbc:CompanyID': vatId, 'cac:TaxScheme': { 'cbc:ID': 'VAT' } };
}

function contactOf({ email, phone, name }: SalesDocument['seller']): UblInvoice {
  if (!email && !phone) return {};
  return {
    'cac:Contact': {
      'cbc:Name': name,
      ...(phone && { 'cbc:Telephone': phone }),
      ...(email && { 'cbc:ElectronicMail': email }),
    },
  };
}

/** End of the last delivery. */
function deliveredAt(lines: readonly DocumentLine[]): number | undefined {
  const ends = lines.flatMap(({ span }) => (span ? [span.startAt] : []));
  return ends.length === 0 ? undefined : Math.max(...ends);
}

/** An amount as a decimal with its currency attribute. */
function amount(name: string, minor: bigint, currency: Currency): UblInvoice {
  const exponent = exponentOf(currency);
  const sign = minor < 0n ? '-' : '';
  const digits = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  const text = exponent === 0 ? whole : `${whole}.${digits.slice(-exponent)}`;
  return { [`cbc:${name}`]: sign + text, [`cbc:${name}@currencyID`]: currency };
}
