import { type AddressResource, AppError, type Uuid } from '@florin/contracts';
import { type Currency, exponentOf } from '@florin/money';
import { type LineTax, STANDARD, type Supply } from '@florin/tax';
import type { Line } from '../charge.ts';
import type { LineOfTax } from './line.ts';

/** A line to be taxed; minor units, at least 1. */
export interface EngineLine {
  /** Unique in its request: the index of the invoice line, from 0. */
  readonly reference: string;
  readonly amount: bigint;
  readonly quantity: number;
  readonly isInclusive: boolean;
  readonly taxClass: string;
  readonly supply: Supply;
}

/** Facts that a tax engine needs to tax a sale. */
export interface EngineSale {
  readonly sellerId: Uuid;
  /** The buying customer or account. */
  readonly holderId: Uuid;
  readonly seller: AddressResource;
  readonly buyer: AddressResource;
  readonly buyerAddressKind: 'billing' | 'shipping';
  /** Verified VAT IDs of the buyer. */
  readonly taxIds: readonly string[];
  readonly isExempt: boolean;
  /** Day of the sale (ISO 8601, in the seller's calendar). */
  readonly day: string;
}

/** Inputs of one calculation. */
export interface EngineRequest extends EngineSale {
  readonly currency: Currency;
  readonly lines: readonly EngineLine[];
}

/** Taxes of each line, by its reference. */
export type EngineTaxes = Readonly<Record<string, readonly LineTax[]>>;

/** A calculation, stored until a charge or an invoice uses it. */
export interface KeptCalculation {
  readonly id: Uuid;
  readonly inputsHash: string;
  readonly taxes: EngineTaxes;
}

/** Fields of a line that determine its tax. */
export type PricedLine = Pick<
  Line,
  'amount' | 'quantity' | 'taxClass' | 'supply' | 'isTaxInclusive'
>;

/** Prefix of Stripe's product tax codes; a tax class can be such a code. */
const STRIPE_CODE = 'txcd_';
/** Stripe uses hundredths for these; currencies with three decimals lose their last digit there. */
const OTHER_UNITS: readonly string[] = ['ISK', 'MGA', 'UGX'];
const UNTAXED_CLASSES = ['zero', 'exempt'];

/**
 * The request for these lines; undefined if all are free.
 * @throws AppError conflict for lines that cannot be calculated
 */
export function toEngineRequest(
  sale: EngineSale,
  lines: readonly PricedLine[],
  { currency, pricesIncludeTax }: { currency: Currency; pricesIncludeTax: boolean },
): EngineRequest | undefined {
  if (OTHER_UNITS.includes(currency) || exponentOf(currency) > 2)
    throw refused(
      `it uses another minor unit for ${currency} than ISO 4217; choose another currency`,
    );
  const asked = lines.flatMap((line, index) => {
    const { amount, quantity, taxClass = STANDARD, supply = 'services' } = line;
    if (amount === 0n) return [];
    if (amount < 0n) throw refused('it cannot tax a negative line; reduce another line instead');
    if (!isKnownClass(taxClass))
      throw refused(`it does not know the tax_class ${taxClass}; use a code such as txcd_10103001`);
    const isInclusive = line.isTaxInclusive ?? pricesIncludeTax;
    return [{ reference: String(index), amount, quantity, isInclusive, taxClass, supply }];
  });
  return asked.length === 0 ? undefined : { ...sale, currency, lines: asked };
}

function isKnownClass(taxClass: string): boolean {
  return (
    taxClass === STANDARD || taxClass.startsWith(STRIPE_CODE) || UNTAXED_CLASSES.includes(taxClass)
  );
}

/** Error for a sale that the seller's tax engine cannot tax. */
export function refused(reason: string): AppError {
  return new AppError('conflict', `stripe_tax: ${reason}`);
}

export const NO_ADDRESS =
  'the customer needs an address with a country, and in the US a postal code; set it with PATCH /v1/customers/{customer_id}';

/** The lines with the taxes of a calculation, in order. */
export function toLineTaxes(
  lines: readonly PricedLine[],
  request: EngineRequest | undefined,
  kept: KeptCalculation | undefined,
): readonly LineOfTax[] {
  const askedOf = new Map(request?.lines.map((line) => [line.reference, line]));
  return lines.map(({ amount }, index): LineOfTax => {
    const reference = String(index);
    const asked = askedOf.get(reference);
    if (!asked || !kept)
      return { net: amount, tax: 0n, gross: amount, taxes: [], isInclusive: false };
    const taxes = kept.taxes[reference];
    if (!taxes) throw new Error(`calculation ${kept.id} is for other lines`);
    const engine = { calculationId: kept.id, reference };
    return { ...taxedBy(amount, taxes, asked.isInclusive), engine };
  });
}

/** An amount with its taxes, either included or added. */
export function taxedBy(
  amount: bigint,
  taxes: readonly LineTax[],
  isInclusive: boolean,
): Omit<LineOfTax, 'engine'> {
  const tax = taxes.reduce((sum, each) => sum + each.amount, 0n);
  const net = isInclusive ? amount - tax : amount;
  return { net, tax, gross: net + tax, taxes, isInclusive };
}

/** A request without an answer yet, and the subscription that needs it. */
export interface MissingTaxes {
  readonly subscriptionId: Uuid | null;
  readonly request: EngineRequest;
}

/**
 * Taxes for these inputs are missing. Rolls the transaction back, so that no engine is called while
 * rows are locked; the caller fetches them and retries.
 */
export class TaxesNeeded extends AppError {
  readonly missing: readonly MissingTaxes[];
  /** Sales that cannot be taxed, by subscription. */
  readonly refused: ReadonlyMap<Uuid, AppError>;

  constructor(missing: readonly MissingTaxes[], refusals: ReadonlyMap<Uuid, AppError> = new Map()) {
    super('unavailable', 'the taxes of this sale are being calculated; retry');
    this.missing = missing;
    this.refused = refusals;
  }
}
