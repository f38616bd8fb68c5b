import { describe, expect, it } from 'vitest';
import { taxLines, totalOf } from './compute.ts';
import { decideTax } from './decide.ts';
import type { TaxRounding } from './model.ts';
import type { TaxedBuyer, TaxedSeller } from './place.ts';
import { builtInTable, type TableRate } from './table.ts';
import type { Supply } from './territory.ts';

const seller = (country: string, more: Partial<TaxedSeller> = {}): TaxedSeller => ({
  country,
  region: null,
  postalCode: null,
  chargesTax: true,
  usesOss: false,
  ...more,
});
const buyer = (country: string, more: Partial<TaxedBuyer> = {}): TaxedBuyer => ({
  country,
  region: null,
  postalCode: null,
  taxIds: [],
  exemption: 'none',
  ...more,
});
const business = (country: string, vatId: string) => buyer(country, { taxIds: [vatId] });
const own = (
  country: string,
  region: string | null,
  name: string,
  percentage: string,
): TableRate => ({
  country,
  region,
  class: 'standard',
  name,
  percentage,
  from: null,
  until: null,
});

interface Case {
  readonly what: string;
  readonly source: string;
  readonly seller: TaxedSeller;
  readonly buyer: TaxedBuyer;
  readonly day?: string;
  readonly own?: readonly TableRate[];
  readonly rounding?: TaxRounding;
  readonly isInclusive?: boolean;
  /** Prices in minor units, with the tax class of each. */
  readonly lines: readonly (readonly [amount: bigint, taxClass?: string])[];
  /** Services by default. */
  readonly supply?: Supply;
  readonly expected: { net: bigint; tax: bigint; gross: bigint; categories: string };
}

/** Real cases to the cent, by the rules and figures of their sources. */
const cases: readonly Case[] = [
  {
    what: 'Germany to a consumer at home: 100.00 and 19 %',
    source: '§ 12 (1) UStG',
    seller: seller('DE'),
    buyer: buyer('DE'),
    lines: [[10_000n]],
    expected: { net: 10_000n, tax: 1_900n, gross: 11_900n, categories: 'S 19' },
  },
  {
    what: 'Germany, a book at 7 % beside a service at 19 %',
    source: '§ 12 (2) no. 1 UStG with annex 2 no. 49',
    seller: seller('DE'),
    buyer: buyer('DE'),
    lines: [[2_000n, 'reduced'], [10_000n]],
    expected: { net: 12_000n, tax: 2_040n, gross: 14_040n, categories: 'S 7, S 19' },
  },
  {
    what: 'Germany in the half year of the lowered rates',
    source: '§ 28 (1) UStG: 16 % from 2020-07-01 to 2020-12-31',
    seller: seller('DE'),
    buyer: buyer('DE'),
    day: '2020-10-01',
    lines: [[10_000n]],
    expected: { net: 10_000n, tax: 1_600n, gross: 11_600n, categories: 'S 16' },
  },
  {
    what: 'Germany, 9.99 with the tax in it',
    source: '§ 14 (4) UStG; 9.99 × 19 / 119 = 1.595',
    seller: seller('DE'),
    buyer: buyer('DE'),
    isInclusive: true,
    lines: [[999n]],
    expected: { net: 839n, tax: 160n, gross: 999n, categories: 'S 19' },
  },
  {
    what: 'Germany to a business in France with a VAT ID: it owes the tax itself',
    source: 'Directive 2006/112/EC articles 44 and 196',
    seller: seller('DE'),
    buyer: business('FR', 'FR 40 303265045'),
    lines: [[50_000n]],
    expected: { net: 50_000n, tax: 0n, gross: 50_000n, categories: 'AE 0' },
  },
  {
    what: 'Germany to a business in Germany with a VAT ID: taxed as at home',
    source: '§ 3a (2) UStG',
    seller: seller('DE'),
    buyer: business('DE', 'DE136695976'),
    lines: [[50_000n]],
    expected: { net: 50_000n, tax: 9_500n, gross: 59_500n, categories: 'S 19' },
  },
  {
    what: 'Germany to a business in Austria that shows a Dutch VAT ID: a consumer for all that is known',
    source: 'Regulation 282/2011 article 18',
    seller: seller('DE'),
    buyer: business('AT', 'NL004495445B01'),
    lines: [[10_000n]],
    expected: { net: 10_000n, tax: 1_900n, gross: 11_900n, categories: 'S 19' },
  },
  {
    what: 'Germany to a consumer in Austria, below the threshold of 10 000 euros',
    source: 'Directive 2006/112/EC article 59c',
    seller: seller('DE'),
    buyer: buyer('AT'),
    lines: [[10_000n]],
    expected: { net: 10_000n, tax: 1_900n, gross: 11_900n, categories: 'S 19' },
  },
  {
    what: 'Germany to a consumer in Austria by the One Stop Shop',
    source: 'Directive 2006/112/EC article 58; § 10 (1) UStG of Austria',
    seller: seller('DE', { usesOss: true }),
    buyer: buyer('AT'),
    lines: [[10_000n]],
    expected: { net: 10_000n, tax: 2_000n, gross: 12_000n, categories: 'S 20' },
  },
  {
    what: 'Ireland to a consumer in Finland by the One Stop Shop: 25.5 %',
    source: 'Arvonlisäverolaki § 84, since 2024-09-01; 19.99 × 0.255 = 5.097',
    seller: seller('IE', { usesOss: true }),
    buyer: buyer('FI'),
    lines: [[1_999n]],
    expected: { net: 1_999n, tax: 510n, gross: 2_509n, categories: 'S 25.5' },
  },
  {
    what: 'Estonia at home on the day its rate rose to 24 %',
    source: 'Käibemaksuseadus § 15, since 2025-07-01',
    seller: seller('EE'),
    buyer: buyer('EE'),
    day: '2025-07-01',
    lines: [[10_000n]],
    expected: { net: 10_000n, tax: 2_400n, gross: 12_400n, categories: 'S 24' },
  },
  {
    what: 'Germany, a service to a business in the United States: outside the scope',
    source: 'Directive 2006/112/EC article 44',
    seller: seller('DE'),
    buyer: buyer('US', { region: 'CA' }),
    lines: [[99_000n]],
    expected: { net: 99_000n, tax: 0n, gross: 99_000n, categories: 'O 0' },
  },
  {
    what: 'Germany, goods to a business in the United States: exported',
    source: 'Directive 2006/112/EC article 146',
    seller: seller('DE'),
    buyer: buyer('US', { region: 'CA' }),
    supply: 'goods',
    lines: [[99_000n]],
    expected: { net: 99_000n, tax: 0n, gross: 99_000n, categories: 'G 0' },
  },
  {
    what: 'Germany, goods to a business in France with a VAT ID: exempt where they leave',
    source: 'Directive 2006/112/EC article 138',
    seller: seller('DE'),
    buyer: business('FR', 'FR40303265045'),
    supply: 'goods',
    lines: [[10_000n]],
    expected: { net: 10_000n, tax: 0n, gross: 10_000n, categories: 'K 0' },
  },
  {
    what: 'Germany to a customer marked as reverse charge who shows no VAT ID: taxed as a consumer',
    source: 'Directive 2006/112/EC article 196; Implementing Regulation (EU) 282/2011 article 18',
    seller: seller('DE'),
    buyer: buyer('FR', { exemption: 'reverse_charge' }),
    lines: [[10_000n]],
    expected: { net: 10_000n, tax: 1_900n, gross: 11_900n, categories: 'S 19' },
  },
  {
    what: 'Germany to a business at home marked as reverse charge: taxed as at home',
    source: '§ 13b (2) UStG has no general reverse charge at home',
    seller: seller('DE'),
    buyer: buyer('DE', { exemption: 'reverse_charge', taxIds: ['DE136695976'] }),
    lines: [[10_000n]],
    expected: { net: 10_000n, tax: 1_900n, gross: 11_900n, categories: 'S 19' },
  },
  {
    what: 'Switzerland to Liechtenstein: one VAT territory',
    source: 'SR 0.641.295.142',
    seller: seller('CH'),
    buyer: buyer('LI'),
    lines: [[10_000n]],
    expected: { net: 10_000n, tax: 810n, gross: 10_810n, categories: 'S 8.1' },
  },
  {
    what: 'Spain, a service to the Canary Islands: outside of the territory of VAT',
    source: 'Directive 2006/112/EC article 6 (1) (b)',
    seller: seller('ES'),
    buyer: buyer('ES', { region: 'GC' }),
    lines: [[10_000n]],
    expected: { net: 10_000n, tax: 0n, gross: 10_000n, categories: 'O 0' },
  },
  {
    what: 'France to Monaco: as at home',
    source: 'Directive 2006/112/EC article 7 (1)',
    seller: seller('FR'),
    buyer: buyer('MC'),
    lines: [[10_000n]],
    expected: { net: 10_000n, tax: 2_000n, gross: 12_000n, categories: 'S 20' },
  },
  {
    what: 'Germany, a small business charges none',
    source: '§ 19 UStG',
    seller: seller('DE', { chargesTax: false }),
    buyer: buyer('DE'),
    lines: [[10_000n]],
    expected: { net: 10_000n, tax: 0n, gross: 10_000n, categories: 'E 0' },
  },
  {
    what: 'the Netherlands to a school that is exempt',
    source: 'Directive 2006/112/EC article 151',
    seller: seller('NL'),
    buyer: buyer('NL', { exemption: 'exempt' }),
    lines: [[10_000n]],
    expected: { net: 10_000n, tax: 0n, gross: 10_000n, categories: 'E 0' },
  },
  {
    what: 'the United Kingdom, children’s clothes at zero beside what is taxed',
    source: 'VAT Notice 714; VATA 1994 section 2 (1)',
    seller: seller('GB'),
    buyer: buyer('GB'),
    lines: [[1_500n, 'zero'], [3_000n]],
    expected: { net: 4_500n, tax: 600n, gross: 5_100n, categories: 'Z 0, S 20' },
  },
  {
    what: 'Switzerland, 8.1 % of 19.90 with the tax in it',
    source: 'Article 25 MWSTG, since 2024-01-01; 19.90 × 8.1 / 108.1 = 1.491',
    seller: seller('CH'),
    buyer: buyer('CH'),
    isInclusive: true,
    lines: [[1_990n]],
    expected: { net: 1_841n, tax: 149n, gross: 1_990n, categories: 'S 8.1' },
  },
  {
    what: 'Quebec: GST of 5 % and QST of 9.975 %, each on the net amount',
    source: 'Revenu Québec, IN-203: 100.00 + 5.00 + 9.98',
    seller: seller('CA', { region: 'QC' }),
    buyer: buyer('CA', { region: 'QC' }),
    own: [own('CA', null, 'GST', '5'), own('CA', 'QC', 'QST', '9.975')],
    lines: [[10_000n]],
    expected: { net: 10_000n, tax: 1_498n, gross: 11_498n, categories: 'S 5, S 9.975' },
  },
  {
    what: 'New York City, 8.875 % of 49.99, by a seller who is registered there',
    source: 'NYS Department of Taxation, ST-810 schedule: 49.99 × 0.08875 = 4.4366',
    seller: seller('US', { region: 'CA' }),
    buyer: buyer('US', { region: 'NY' }),
    own: [own('US', 'NY', 'Sales tax', '8.875')],
    lines: [[4_999n]],
    expected: { net: 4_999n, tax: 444n, gross: 5_443n, categories: 'S 8.875' },
  },
  {
    what: 'the United States, to a state where the seller is not registered',
    source: 'South Dakota v. Wayfair, 585 U.S. 162 (2018)',
    seller: seller('US', { region: 'CA' }),
    buyer: buyer('US', { region: 'OR' }),
    own: [own('US', 'NY', 'Sales tax', '8.875')],
    lines: [[4_999n]],
    expected: { net: 4_999n, tax: 0n, gross: 4_999n, categories: 'O 0' },
  },
  {
    what: 'Japan in yen, rounded once for each rate',
    source: 'National Tax Agency, qualified invoice system, question 57: 10 % of 1 × 105 + 1 × 106',
    seller: seller('JP'),
    buyer: buyer('JP'),
    own: [own('JP', null, 'Consumption tax', '10')],
    lines: [[105n], [106n]],
    expected: { net: 211n, tax: 21n, gross: 232n, categories: 'S 10' },
  },
  {
    what: 'Germany, three inclusive prices, rounded on each line',
    source: '§ 14 (4) UStG; 3 × (4.99 × 19 / 119 = 0.797)',
    seller: seller('DE'),
    buyer: buyer('DE'),
    isInclusive: true,
    rounding: 'line',
    lines: [[499n], [499n], [499n]],
    expected: { net: 1_257n, tax: 240n, gross: 1_497n, categories: 'S 19' },
  },
  {
    what: 'Germany, the same three prices, rounded once',
    source: '§ 14 (4) UStG; 14.97 × 19 / 119 = 2.390',
    seller: seller('DE'),
    buyer: buyer('DE'),
    isInclusive: true,
    lines: [[499n], [499n], [499n]],
    expected: { net: 1_258n, tax: 239n, gross: 1_497n, categories: 'S 19' },
  },
];

describe('the table of cases', () => {
  it.each(cases)('$what ($source)', ({ lines, expected, isInclusive = false, ...given }) => {
    const sale = { seller: given.seller, buyer: given.buyer, day: given.day ?? '2026-03-01' };
    const tables = { own: given.own ?? [], common: builtInTable };
    const taxable = lines.map(([amount, taxClass = 'standard']) => ({
      amount,
      isInclusive,
      rates: decideTax(sale, { taxClass, supply: given.supply ?? 'services' }, tables).rates,
    }));
    const { taxes, ...total } = totalOf(taxLines(taxable, given.rounding ?? 'invoice'));
    const categories = taxes.map(({ category, percentage }) => `${category} ${percentage}`);
    expect({ ...total, categories: categories.join(', ') }).toEqual(expected);
  });
});
