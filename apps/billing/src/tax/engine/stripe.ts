import type { AddressResource } from '@florin/contracts';
import { type LineTax, parseVatId, STANDARD, type TaxCategory } from '@florin/tax';
import { z } from 'zod';
import {
  type EngineLine,
  type EngineRequest,
  type EngineTaxes,
  refused,
} from '../../domain/tax/engine.ts';
import { askOffice, readAnswer } from '../ids/ask.ts';
import type { EngineReport, TaxEngine } from './engine.ts';

export interface StripeTaxSettings {
  /** Base URL of Stripe's API, without a trailing slash. */
  readonly url: string;
  /** `sk_…` or `rk_…`. */
  readonly secretKey: string;
}

/** The API version of the fields read here; the processors' adapter uses the same. */
const API_VERSION = '2026-10-28.endive';
/** Client requests wait for a calculation: 5 s is the shortest time limit of a route. */
const LIMITS = { answerMsMax: 3_000, bytesMax: 1_048_576 };
const DAY_MS = 86_400_000;
/** Stripe accepts tax dates of the last 31 days. */
const TAX_DATE_DAYS_MAX = 30;
const GOODS_CODE = 'txcd_99999999';
const UNTAXED_CODE = 'txcd_00000000';

const breakdownSchema = z.object({
  amount: z.int(),
  jurisdiction: z.object({
    country: z.string(),
    state: z.string().nullish(),
    display_name: z.string().max(200),
    level: z.string(),
  }),
  tax_rate_details: z
    .object({ display_name: z.string().max(200), percentage_decimal: z.string().max(40) })
    .nullish(),
  taxability_reason: z.string(),
  taxable_amount: z.int(),
});
const calculationSchema = z.object({
  id: z.string().min(1).max(200),
  currency: z.string(),
  amount_total: z.int(),
  tax_amount_exclusive: z.int(),
  tax_amount_inclusive: z.int(),
  line_items: z.object({
    has_more: z.boolean().optional(),
    data: z.array(
      z.object({
        reference: z.string(),
        amount: z.int(),
        amount_tax: z.int(),
        tax_breakdown: z.array(breakdownSchema),
      }),
    ),
  }),
});
const transactionSchema = z.object({
  id: z.string().min(1).max(200),
  line_items: z
    .object({ data: z.array(z.object({ id: z.string(), reference: z.string() })) })
    .nullish(),
});
const problemSchema = z.object({
  error: z.object({
    type: z.string().optional(),
    code: z.string().max(100).optional(),
    param: z.string().max(200).optional(),
  }),
});

type Breakdown = z.infer<typeof breakdownSchema>;
type Calculation = z.infer<typeof calculationSchema>;
type Fields = readonly (readonly [name: string, value: string])[];

/** Stripe Tax (https://docs.stripe.com/api/tax/calculations), with the operator's keys. */
export function makeStripeTax(settings: StripeTaxSettings): TaxEngine {
  return {
    async calculate(request) {
      const body = await post(settings, 'calculations', toFields(request, Date.now()));
      const calculation = readAnswer(calculationSchema, 'Stripe Tax', body);
      return { calculationId: calculation.id, taxes: toTaxes(request, calculation) };
    },
    report: ({ calculationId: calculation, reference }) =>
      transact(settings, 'create_from_calculation', reference, [['calculation', calculation]]),
    reverse: ({ transactionId, reference, lines }) =>
      transact(settings, 'create_reversal', reference, [
        ['original_transaction', transactionId],
        ['mode', lines === null ? 'full' : 'partial'],
        ...(lines ?? []).flatMap(({ lineId, amount, tax }, index): Fields => {
          const of = `line_items[${index}]`;
          return [
            [`${of}[original_line_item]`, lineId],
            [`${of}[reference]`, `${reference}-${index}`],
            [`${of}[amount]`, String(-amount)],
            [`${of}[amount_tax]`, String(-tax)],
          ];
        }),
      ]),
  };
}

async function transact(
  settings: StripeTaxSettings,
  path: string,
  reference: string,
  fields: Fields,
): Promise<EngineReport> {
  const all: Fields = [...fields, ['reference', reference], ['expand[]', 'line_items']];
  const body = await post(settings, `transactions/${path}`, all, reference);
  const { id, line_items } = readAnswer(transactionSchema, 'Stripe Tax', body);
  const lines = line_items?.data ?? [];
  return {
    transactionId: id,
    lineIds: Object.fromEntries(lines.map((line) => [line.reference, line.id])),
  };
}

/**
 * @throws AppError conflict for a refusal, Error without an answer. Neither contains the request.
 */
async function post(
  { url, secretKey }: StripeTaxSettings,
  path: string,
  fields: Fields,
  idempotencyKey?: string,
): Promise<unknown> {
  const headers = {
    Authorization: `Bearer ${secretKey}`,
    'Stripe-Version': API_VERSION,
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
  };
  const request = {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields.map(([...it]) => it)),
  };
  const { status, body } = await askOffice(`${url}/v1/tax/${path}`, request, LIMITS);
  if (status === 200) return body;
  const { code, param } = problemSchema.safeParse(body).data?.error ?? {};
  const isRefusal = status === 400 || status === 404 || status === 422;
  if (!isRefusal) throw new Error(`Stripe Tax did not respond: status ${status}, ${code ?? '-'}`);
  throw refused(
    `Stripe refused the sale: ${[code, param].filter(Boolean).join(', ') || 'invalid'}`,
  );
}

function toFields(request: EngineRequest, nowMs: number): Fields {
  const { currency, seller, buyer, taxIds, isExempt, day, lines } = request;
  const taxDateMs = Date.parse(`${day}T12:00:00Z`);
  const daysAgo = (nowMs - taxDateMs) / DAY_MS;
  return [
    ['currency', currency.toLowerCase()],
    ...addressFields('customer_details[address]', buyer),
    ['customer_details[address_source]', request.buyerAddressKind],
    ['customer_details[taxability_override]', isExempt ? 'customer_exempt' : 'none'],
    ...taxIds.flatMap((value, index): Fields => {
      const type = taxIdType(value);
      if (type === undefined) return [];
      const of = `customer_details[tax_ids][${index}]`;
      return [
        [`${of}[type]`, type],
        [`${of}[value]`, value],
      ];
    }),
    ...addressFields('ship_from_details[address]', seller),
    ...lines.flatMap((line, index) => lineFields(`line_items[${index}]`, line)),
    // The default is now, even for a test clock that is years away: reports must not precede it.
    ...(daysAgo > 2 && daysAgo < TAX_DATE_DAYS_MAX
      ? ([['tax_date', String(Math.floor(taxDateMs / 1_000))]] as const)
      : []),
    ['expand[]', 'line_items.data.tax_breakdown'],
  ];
}

function lineFields(of: string, line: EngineLine): Fields {
  const { reference, amount, quantity, isInclusive, taxClass, supply } = line;
  const code = taxCodeOf(taxClass, supply);
  return [
    [`${of}[reference]`, reference],
    [`${of}[amount]`, String(amount)],
    [`${of}[quantity]`, String(quantity)],
    [`${of}[tax_behavior]`, isInclusive ? 'inclusive' : 'exclusive'],
    ...(code === undefined ? [] : ([[`${of}[tax_code]`, code]] as const)),
  ];
}

/** Undefined for the default code of the operator's Stripe account. */
function taxCodeOf(taxClass: string, supply: EngineLine['supply']): string | undefined {
  if (taxClass === STANDARD) return supply === 'goods' ? GOODS_CODE : undefined;
  return taxClass.startsWith('txcd_') ? taxClass : UNTAXED_CODE;
}

function addressFields(of: string, address: AddressResource): Fields {
  const { line1, line2, postal_code, city, region: state, country } = address;
  return Object.entries({ line1, line2, postal_code, city, state, country }).flatMap(
    ([name, value]): Fields => (value ? [[`${of}[${name}]`, value]] : []),
  );
}

/** Undefined for Swiss and Norwegian numbers, which Stripe expects in other formats. */
function taxIdType(value: string): string | undefined {
  if (value.startsWith('GB')) return 'gb_vat';
  return parseVatId(value)?.isEu ? 'eu_vat' : undefined;
}

/**
 * The taxes of each line. @throws Error if the answer does not match this request, or does not add
 * up
 */
function toTaxes(request: EngineRequest, calculation: Calculation): EngineTaxes {
  const { currency, amount_total, tax_amount_exclusive, tax_amount_inclusive } = calculation;
  const { data, has_more = false } = calculation.line_items;
  if (has_more || data.length !== request.lines.length) throw nonsense('other lines');
  if (currency.toUpperCase() !== request.currency) throw nonsense('another currency');
  const sums = { priced: 0n, exclusive: 0n, inclusive: 0n };
  const taxes = request.lines.map(({ reference, amount, isInclusive }) => {
    const line = data.find((each) => each.reference === reference);
    if (!line || BigInt(line.amount) !== amount) throw nonsense('other lines');
    const tax = BigInt(line.amount_tax);
    const parts = line.tax_breakdown.reduce((sum, part) => sum + BigInt(part.amount), 0n);
    if (parts !== tax) throw nonsense('taxes that are not the sum of their parts');
    if (tax < 0n || tax > amount || line.tax_breakdown.some((part) => part.amount < 0))
      throw nonsense('a tax below zero or above the amount');
    sums.priced += amount;
    sums[isInclusive ? 'inclusive' : 'exclusive'] += tax;
    return [reference, toLineTaxes(line.tax_breakdown)] as const;
  });
  const isSum =
    BigInt(tax_amount_exclusive) === sums.exclusive &&
    BigInt(tax_amount_inclusive) === sums.inclusive &&
    BigInt(amount_total) === sums.priced + sums.exclusive;
  if (!isSum) throw nonsense('totals that are not the sum of the lines');
  return Object.fromEntries(taxes);
}

function nonsense(what: string): Error {
  return new Error(`Stripe Tax returned ${what}`);
}

/** The charged taxes; without any, the reason. */
function toLineTaxes(breakdown: readonly Breakdown[]): readonly LineTax[] {
  const charged = breakdown.filter(({ amount }) => amount > 0);
  return (charged.length > 0 ? charged : breakdown.slice(0, 1)).map(toLineTax);
}

function toLineTax(part: Breakdown): LineTax {
  const { amount, jurisdiction, tax_rate_details: rate, taxability_reason, taxable_amount } = part;
  const { country, state, level, display_name: place } = jurisdiction;
  const name = rate?.display_name ?? 'Tax';
  return {
    name: level === 'country' ? name : `${name}, ${place}`,
    percentage: toPercentage(rate?.percentage_decimal ?? '0'),
    category: categoryOf(taxability_reason, amount),
    country,
    region: state || null,
    taxable: BigInt(taxable_amount),
    amount: BigInt(amount),
  };
}

/** At most four decimals, for documents; amounts are never computed from it. */
function toPercentage(text: string): string {
  const value = Number(text);
  return Number.isFinite(value) && value >= 0 ? String(Number(value.toFixed(4))) : '0';
}

const untaxedCategories: Readonly<Record<string, TaxCategory>> = {
  zero_rated: 'Z',
  reverse_charge: 'AE',
  customer_exempt: 'E',
  product_exempt: 'E',
  product_exempt_holiday: 'E',
  portion_product_exempt: 'E',
};

function categoryOf(reason: string, amount: number): TaxCategory {
  return amount > 0 ? 'S' : (untaxedCategories[reason] ?? 'O');
}
