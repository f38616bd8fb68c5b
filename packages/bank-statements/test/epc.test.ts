import fc from 'fast-check';
import { decodeQR } from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import {
  creditorReferenceOf,
  type EpcTransfer,
  epcPayload,
  formatCreditorReference,
  parseCreditorReference,
  parseIban,
  qrSvg,
} from '../src/index.ts';

describe('an IBAN', () => {
  // Examples of the ISO 13616 registry.
  it.each([
    'DE89 3704 0044 0532 0130 00',
    'FR1420041010050500013M02606',
    'GB29NWBK60161331926819',
    'CH9300762011623852957',
    'NL91ABNA0417164300',
    'NO9386011117947',
    'MT84MALT011000012345MTLCAST001S',
    'BR1800360305000010009795493C1',
    'nl91abna0417164300',
  ])('is read: %s', (text) => {
    expect(parseIban(text)).toBe(text.replaceAll(' ', '').toUpperCase());
  });

  it.each([
    '',
    'DE89',
    'DE89370400440532013001',
    'DE8937040044053201300',
    'DE00370400440532013000',
    'D889370400440532013000',
    'DE89-3704-0044-0532-0130-00',
    'DE٨٩370400440532013000',
    `DE89${'1'.repeat(10_000)}`,
  ])('is refused: %s', (text) => {
    expect(parseIban(text)).toBeUndefined();
  });

  it('detects every mistyped digit', () => {
    const good = 'DE89370400440532013000';
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 21 }), fc.integer({ min: 1, max: 9 }), (at, change) => {
        const digit = (Number(good[at]) + change) % 10;
        expect(parseIban(good.slice(0, at) + digit + good.slice(at + 1))).toBeUndefined();
      }),
    );
  });
});

describe('a creditor reference', () => {
  it('is read as ISO 11649 defines', () => {
    expect(parseCreditorReference('RF18 5390 0754 7034')).toBe('RF18539007547034');
    expect(parseCreditorReference('rf18539007547034')).toBe('RF18539007547034');
    for (const wrong of ['RF19539007547034', 'RF18', 'XX18539007547034', `RF18${'1'.repeat(22)}`])
      expect(parseCreditorReference(wrong)).toBeUndefined();
  });

  it('is the same for the same id, and detects every mistyped character', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.nat(15), fc.integer({ min: 1, max: 35 }), (id, place, change) => {
        const reference = creditorReferenceOf(`pay_${id}`);
        expect(reference).toMatch(/^RF\d\d[0-9A-Z]{16}$/);
        expect(creditorReferenceOf(`pay_${id}`)).toBe(reference);
        expect(parseCreditorReference(formatCreditorReference(reference))).toBe(reference);
        const at = place + 4;
        const digit = (Number.parseInt(reference[at] ?? '', 36) + change) % 36;
        // A digit for a digit or a letter for a letter, as people mistype.
        fc.pre(digit > 9 === Number.parseInt(reference[at] ?? '', 36) > 9);
        const typed = reference.slice(0, at) + digit.toString(36) + reference.slice(at + 1);
        expect(parseCreditorReference(typed)).toBeUndefined();
      }),
    );
  });

  it('differs for another id', () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => `pay_${index}`);
    expect(new Set(ids.map(creditorReferenceOf)).size).toBe(ids.length);
  });
});

const transfer: EpcTransfer = {
  name: 'Blumenhaus Ada',
  iban: 'DE89 3704 0044 0532 0130 00',
  bic: 'COBADEFFXXX',
  amountMinor: 12_900n,
  remittance: { reference: 'RF18539007547034' },
};

describe('a transfer in a QR code', () => {
  it('is written as EPC069-12 defines', () => {
    expect(epcPayload(transfer)).toBe(
      'BCD\n002\n1\nSCT\nCOBADEFFXXX\nBlumenhaus Ada\nDE89370400440532013000\nEUR129.00\n\nRF18539007547034',
    );
    const plain = { ...transfer, bic: null, amountMinor: 5n, remittance: { text: 'Order 7' } };
    expect(epcPayload(plain)).toBe(
      'BCD\n002\n1\nSCT\n\nBlumenhaus Ada\nDE89370400440532013000\nEUR0.05\n\n\nOrder 7',
    );
  });

  it.each<[string, Partial<EpcTransfer>]>([
    ['no IBAN', { iban: 'DE00' }],
    ['no BIC', { bic: 'DE' }],
    ['no amount', { amountMinor: 0n }],
    ['too much', { amountMinor: 100_000_000_000n }],
    ['no name', { name: ' \n ' }],
    ['a long name', { name: 'x'.repeat(71) }],
    ['a long text', { remittance: { text: 'x'.repeat(141) } }],
    ['a reference that was mistyped', { remittance: { reference: 'RF19539007547034' } }],
    ['more than fits', { name: '💐'.repeat(40), remittance: { text: 'ä'.repeat(140) } }],
  ])('is refused for %s', (_what, change) => {
    expect(() => epcPayload({ ...transfer, ...change })).toThrow(RangeError);
  });

  it('keeps line breaks out of its fields', () => {
    const name = 'Ada\nDE00\r\nEUR1.00\u2028x';
    expect(epcPayload({ ...transfer, name }).split('\n')[5]).toBe('Ada DE00 EUR1.00 x');
  });

  it('scans back to its payload', () => {
    const words = (lengthMax: number) =>
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: lengthMax }).filter((text) => {
        return text.trim() !== '' && !/\p{Cs}/u.test(text);
      });
    fc.assert(
      fc.property(
        words(20),
        words(40),
        fc.bigInt(1n, 99_999_999_999n),
        (name, text, amountMinor) => {
          let payload: string;
          try {
            payload = epcPayload({ ...transfer, name, amountMinor, remittance: { text } });
          } catch (error) {
            // Texts with multi-byte or invisible characters may exceed the limits.
            if (error instanceof RangeError) return;
            throw error;
          }
          expect(scan(qrSvg(payload))).toBe(payload);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('fits version 13 at its longest', () => {
    const longest = epcPayload({
      ...transfer,
      name: 'n'.repeat(70),
      remittance: { text: 'ä'.repeat(98) },
    });
    expect(scan(qrSvg(longest))).toBe(longest);
    // 17 modules plus 4 for each version, and a quiet zone of 4.
    expect(sizeOf(qrSvg(longest))).toBeLessThanOrEqual(17 + 4 * 13 + 8);
  });

  it('is an SVG without scripts or external resources', () => {
    expect(qrSvg('x')).toMatch(
      /^<svg viewBox="0 0 \d+ \d+" xmlns="http:\/\/www\.w3\.org\/2000\/svg"><path d="[\dMmhvHVZz -]+"\/><\/svg>$/,
    );
  });
});

const sizeOf = (svg: string) => Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);

/** Rasterizes the SVG and decodes it as a scanner does. */
function scan(svg: string): string {
  const size = sizeOf(svg);
  const SCALE = 4;
  const width = size * SCALE;
  const data = new Uint8Array(width * width * 4).fill(255);
  const paint = (x: number, y: number) => {
    for (let row = y * SCALE; row < (y + 1) * SCALE; row += 1)
      for (let column = x * SCALE; column < (x + 1) * SCALE; column += 1)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  };
  let [x, y] = [0, 0];
  for (const [, to, dx, dy] of svg.matchAll(/([Mm])(-?\d+)(?: ?(-?\d+))h1v1/g)) {
    [x, y] = to === 'M' ? [Number(dx), Number(dy)] : [x + Number(dx), y + Number(dy)];
    paint(x, y);
  }
  return decodeQR({ width, height: width, data });
}
