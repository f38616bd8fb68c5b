import { describe, expect, it } from 'vitest';
import { decideTax } from './decide.ts';
import type { TaxedBuyer, TaxedSeller } from './place.ts';
import { builtInTable, type TableRate } from './table.ts';
import { type Place, type Supply, vatAreaOf, vatTerritories } from './territory.ts';

/** Country, region and postal code as people write them, and a German seller's tax there. */
const addresses: readonly (readonly [
  territory: string,
  address: readonly [country: string, postalCode: string | null, region?: string],
  services: string,
  goods: string,
])[] = [
  ['Canary Islands', ['ES', '35001'], 'O 0', 'G 0'],
  ['Canary Islands', ['ES', '38003'], 'O 0', 'G 0'],
  ['Canary Islands', ['ES', null, 'TF'], 'O 0', 'G 0'],
  ['Ceuta', ['ES', '51001'], 'O 0', 'G 0'],
  ['Melilla', ['ES', '52-001'], 'O 0', 'G 0'],
  ['Madeira', ['PT', '9000-001'], 'S 22', 'S 22'],
  ['Madeira', ['PT', '9400-001'], 'S 22', 'S 22'],
  ['Azores', ['PT', '9500-021'], 'S 16', 'S 16'],
  ['Azores', ['PT', null, '20'], 'S 16', 'S 16'],
  ['Büsingen', ['DE', '78266'], 'O 0', 'G 0'],
  ['Büsingen', ['DE', 'D-78266'], 'O 0', 'G 0'],
  ['Heligoland', ['DE', '27498'], 'O 0', 'G 0'],
  ['Livigno', ['IT', '23041'], 'O 0', 'G 0'],
  ['Campione d’Italia', ['IT', '22061'], 'O 0', 'G 0'],
  ['San Marino, written as a part of Italy', ['IT', '47891'], 'O 0', 'G 0'],
  ['Vatican City, written as a part of Italy', ['IT', '00120'], 'O 0', 'G 0'],
  ['Åland', ['FI', '22100'], 'O 0', 'G 0'],
  ['Åland', ['FI', null, '01'], 'O 0', 'G 0'],
  ['French overseas departments and territories', ['FR', '97400'], 'O 0', 'G 0'],
  ['French overseas departments and territories', ['FR', '98800'], 'O 0', 'G 0'],
  ['Mount Athos', ['GR', '630 86'], 'O 0', 'G 0'],
  ['Jungholz and Mittelberg', ['AT', '6691'], 'S 20', 'S 20'],
  ['Jungholz and Mittelberg', ['AT', '87568'], 'S 20', 'S 20'],
  ['Greek islands with reduced rates', ['GR', '811 00'], 'S 24', 'S 24'],
  ['Northern Ireland', ['GB', 'BT1 5GS'], 'O 0', 'S 20'],
  ['Channel Islands, written as a part of the United Kingdom', ['GB', 'JE2 3AB'], 'O 0', 'G 0'],
  ['Isle of Man', ['IM', 'IM1 1AA'], 'O 0', 'G 0'],
  ['Monaco', ['MC', '98000'], 'S 20', 'S 20'],
  ['Liechtenstein', ['LI', '9490'], 'O 0', 'G 0'],
  ['Svalbard and Jan Mayen, written as a part of Norway', ['NO', '9170'], 'O 0', 'G 0'],
];

/** Similar addresses outside these territories. */
const beside = [
  ['ES', '28001', 'S 21'],
  ['ES', '03501', 'S 21'],
  ['PT', '1000-001', 'S 23'],
  ['DE', '78224', 'S 19'],
  ['IT', '23030', 'S 22'],
  ['IT', '00119', 'S 22'],
  ['FI', '00220', 'S 25.5'],
  ['FR', '75009', 'S 20'],
  ['FR', '98000', 'S 20'],
  ['GR', '63085', 'S 24'],
] as const;

const seller: TaxedSeller = {
  ...{ country: 'DE', region: null, postalCode: '10115' },
  ...{ chargesTax: true, usesOss: true },
};

function chargedAt(place: Place, supply: Supply, by: TaxedSeller = seller): string {
  const buyer: TaxedBuyer = { ...place, taxIds: [], exemption: 'none' };
  const sale = { seller: by, buyer, day: '2026-03-01' };
  const tables = { own: [], common: builtInTable };
  const { rates } = decideTax(sale, { taxClass: 'standard', supply }, tables);
  return rates.map(({ category, percentage }) => `${category} ${percentage}`).join(', ');
}

const placeOf = (country: string, postalCode: string | null, region: string | null = null) => ({
  ...{ country, postalCode, region },
});

it.each(addresses)('%s, as %j', (_, [country, postalCode, region], services, goods) => {
  const place = placeOf(country, postalCode, region);
  expect([chargedAt(place, 'services'), chargedAt(place, 'goods')]).toEqual([services, goods]);
});

it('has an address for each territory', () => {
  const named = new Set(addresses.map(([territory]) => territory));
  expect(vatTerritories.map(({ name }) => name)).toEqual([...named]);
});

it.each(beside)('assigns %s %s to its country', (country, postalCode, charged) => {
  expect(chargedAt(placeOf(country, postalCode), 'goods')).toBe(charged);
});

describe('a seller in a territory', () => {
  const of = (country: string, postalCode: string | null = null): TaxedSeller => ({
    ...seller,
    ...{ country, postalCode },
  });

  it.each([
    ['CH', 'LI', 'S 8.1'],
    ['LI', 'CH', 'S 8.1'],
    ['LI', 'LI', 'S 8.1'],
    ['MC', 'FR', 'S 20'],
    ['GB', 'IM', 'S 20'],
  ])('charges from %s to %s', (from, to, charged) => {
    expect(chargedAt(placeOf(to, null), 'services', of(from))).toBe(charged);
  });

  it.each([
    ['Mittelberg', ['AT', '6993'], 'Jungholz', ['AT', '6691'], 'S 19'],
    ['Mittelberg', ['AT', '6993'], 'Bregenz', ['AT', '6900'], 'S 20'],
    ['Vienna', ['AT', '1010'], 'Mittelberg', ['AT', '6993'], 'S 20'],
    ['Samos', ['GR', '83100'], 'Kalymnos', ['GR', '85200'], 'S 17'],
    ['Samos', ['GR', '83100'], 'Rhodes', ['GR', '85100'], 'S 24'],
    ['Plomari', ['GR', '812 00'], 'Samothrace', ['GR', '68002'], 'S 17'],
    ['Athens', ['GR', '10431'], 'Samos', ['GR', '83100'], 'S 24'],
    ['Athens', ['GR', '10431'], 'Athens', ['GR', '10431'], 'S 24'],
  ] as const)(
    'counts local rates only between both: %s %j to %s %j',
    (_from, from, _to, to, rate) => {
      for (const supply of ['services', 'goods'] as const)
        expect(chargedAt(placeOf(to[0], to[1]), supply, of(from[0], from[1]))).toBe(rate);
    },
  );

  it("prefers the seller's rates to local ones, and shows the buyer's region", () => {
    const buyer = { ...placeOf('AT', '6993', '8'), taxIds: [], exemption: 'none' } as const;
    const sale = { seller: of('AT', '6993'), buyer, day: '2026-03-01' };
    const product = { taxClass: 'standard', supply: 'services' } as const;
    const ratesBy = (own: readonly TableRate[]) =>
      decideTax(sale, product, { own, common: builtInTable }).rates;
    expect(ratesBy([])).toMatchObject([{ percentage: '19', country: 'AT', region: '8' }]);
    const rate = { country: 'AT', region: '8', class: 'standard', name: 'USt.', percentage: '18' };
    const own = { ...rate, from: null, until: null };
    expect(ratesBy([own])).toMatchObject([{ percentage: '18', region: '8' }]);
  });

  it("has the rates of Greek islands from 2026, and Madeira's previous reduced rate", () => {
    const chargedOn = (day: string, taxClass: string, postalCode: string, country: string) => {
      const buyer = { ...placeOf(country, postalCode), taxIds: [], exemption: 'none' } as const;
      const sale = { seller: of(country, postalCode), buyer, day };
      const tables = { own: [], common: builtInTable };
      return decideTax(sale, { taxClass, supply: 'goods' }, tables).rates[0]?.percentage;
    };
    expect(chargedOn('2025-12-31', 'standard', '85200', 'GR')).toBe('24');
    expect(chargedOn('2026-01-01', 'standard', '85200', 'GR')).toBe('17');
    expect(chargedOn('2024-09-30', 'low', '9000-001', 'PT')).toBe('5');
    expect(chargedOn('2024-10-01', 'low', '9000-001', 'PT')).toBe('4');
  });

  it('charges no tax of its country', () => {
    expect(chargedAt(placeOf('DE', '10115'), 'services', of('DE', '78266'))).toBe('O 0');
    expect(chargedAt(placeOf('ES', '35001'), 'goods', of('ES', '35002'))).toBe('O 0');
  });
});

it('treats Northern Ireland as part of the EU for goods only', () => {
  const place = placeOf('GB', 'BT9 5EQ');
  expect(vatAreaOf(place, 'goods').isInEu).toBe(true);
  expect(vatAreaOf(place, 'services').isInEu).toBe(false);
});
