import { describe, expect, it } from 'vitest';
import { decideTax } from './decide.ts';
import type { TaxedBuyer, TaxedSeller } from './place.ts';
import { builtInTable } from './table.ts';
import { type Place, type Supply, vatAreaOf, vatTerritories } from './territory.ts';

/** Country, region and postal code as people write them, and what a German seller charges there. */
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
  ['Northern Ireland', ['GB', 'BT1 5GS'], 'O 0', 'S 20'],
  ['Channel Islands, written as a part of the United Kingdom', ['GB', 'JE2 3AB'], 'O 0', 'G 0'],
  ['Isle of Man', ['IM', 'IM1 1AA'], 'O 0', 'G 0'],
  ['Monaco', ['MC', '98000'], 'S 20', 'S 20'],
  ['Liechtenstein', ['LI', '9490'], 'O 0', 'G 0'],
  ['Svalbard and Jan Mayen, written as a part of Norway', ['NO', '9170'], 'O 0', 'G 0'],
];

/** Addresses near those, which are no territory of their own. */
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

it.each(beside)('leaves %s %s to its country', (country, postalCode, charged) => {
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

  it('charges no tax of its country', () => {
    expect(chargedAt(placeOf('DE', '10115'), 'services', of('DE', '78266'))).toBe('O 0');
    expect(chargedAt(placeOf('ES', '35001'), 'goods', of('ES', '35002'))).toBe('O 0');
  });
});

it('counts Northern Ireland to the EU for goods alone', () => {
  const place = placeOf('GB', 'BT9 5EQ');
  expect(vatAreaOf(place, 'goods').isInEu).toBe(true);
  expect(vatAreaOf(place, 'services').isInEu).toBe(false);
});
