import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCamt053 } from '../src/index.ts';
import { bytesOf, type CamtParts, camt, credit, payment } from './camt-files.ts';

const read = (parts: CamtParts = {}) => readCamt053(bytesOf(camt(parts)));
const entriesOf = (parts: CamtParts = {}) => read(parts).flatMap(({ entries }) => entries);

describe.each(['02', '08'] as const)('camt.053 version %s', (version) => {
  it('reads booked entries', () => {
    const entries = credit({ version, amount: '1234.5', text: 'Order 7 &amp; 8' });
    expect(read({ version, entries })).toEqual([
      {
        id: 'STMT-7',
        account: 'DE89370400440532013000',
        currency: 'EUR',
        entries: [
          {
            entryReference: expect.stringMatching(/^[\w-]{43}$/),
            equalBefore: null,
            bookingDate: '2026-11-20',
            amountMinor: 123_450n,
            currency: 'EUR',
            creditDebit: 'credit',
            isReversal: false,
            remittance: { structured: null, unstructured: 'Order 7 & 8' },
            endToEndId: 'E2E-1',
            counterparty: { name: 'Grace Hopper', iban: 'FR1420041010050500013M02606' },
          },
        ],
      },
    ]);
  });

  it('leaves out entries that are not booked', () => {
    const entries = ['PDNG', 'INFO', 'BOOK'].map((status) => credit({ version, status })).join('');
    expect(entriesOf({ version, entries })).toHaveLength(1);
  });
});

describe('an entry', () => {
  it('of a debit has the payee as its counterparty', () => {
    const debit = credit({ details: payment() })
      .replace('CRDT', 'DBIT')
      .replaceAll('Dbtr', 'Cdtr')
      .replace('E2E-1', 'NOTPROVIDED');
    expect(entriesOf({ entries: debit })).toMatchObject([
      { creditDebit: 'debit', endToEndId: null, counterparty: { name: 'Grace Hopper' } },
    ]);
  });

  it('is marked if it reverses an earlier entry', () => {
    const entries = credit().replace('<Sts>', '<RvslInd>true</RvslInd><Sts>');
    expect(entriesOf({ entries })).toMatchObject([{ isReversal: true, creditDebit: 'credit' }]);
  });

  it('with a timestamp has the local day at the bank', () => {
    const entries = credit().replace(
      '<Dt>2026-11-20</Dt>',
      '<DtTm>2026-11-20T23:59:00+01:00</DtTm>',
    );
    expect(entriesOf({ entries })).toMatchObject([{ bookingDate: '2026-11-20' }]);
  });

  it('has a structured reference, and unstructured lines joined into one text', () => {
    const details = payment({ text: 'Order 7</Ustrd><Ustrd>and 8', reference: 'RF18539007547034' });
    expect(entriesOf({ entries: credit({ details }) })).toMatchObject([
      { remittance: { structured: 'RF18539007547034', unstructured: 'Order 7 and 8' } },
    ]);
  });

  it('is split into payments whose amounts add up', () => {
    const details =
      payment({ amount: '10.00', text: 'a' }) + payment({ amount: '2.30', text: 'b' });
    const entries = entriesOf({ entries: credit({ details }) });
    expect(entries.map(({ amountMinor }) => amountMinor)).toEqual([1_000n, 230n]);
    expect(new Set(entries.map(({ entryReference }) => entryReference)).size).toBe(2);
  });

  it.each([
    ['do not add up', payment({ amount: '10.00' }) + payment({ amount: '2.29' })],
    ['say no amounts', payment() + payment()],
  ])('stays whole if its payments %s', (_what, details) => {
    expect(entriesOf({ entries: credit({ details }) })).toMatchObject([
      {
        amountMinor: 1_230n,
        counterparty: { name: null, iban: null },
        remittance: { unstructured: 'Order 7 Order 7' },
      },
    ]);
  });

  it.each([
    ['JPY', '1234', 1_234n],
    ['JPY', '1234.00', 1_234n],
    ['KWD', '1.234', 1_234n],
    ['EUR', '.5', undefined],
    ['EUR', '5.', 500n],
  ])('in %s reads the amount %s', (currency, amount, minor) => {
    const get = () => entriesOf({ entries: credit({ currency, amount }) })[0]?.amountMinor;
    if (minor === undefined) expect(get).toThrow('is not an amount');
    else expect(get()).toBe(minor);
  });
});

describe('the reference of an entry', () => {
  const namesOf = (parts: CamtParts) =>
    entriesOf(parts).map(({ entryReference }) => entryReference);

  it('is the same at each reading, and in another statement with the same entry', () => {
    expect(namesOf({})).toEqual(namesOf({}));
    expect(namesOf({})).toEqual(namesOf({ id: 'STMT-8' }));
    const nameless = credit({ bankReference: '' });
    expect(namesOf({ entries: nameless })).toEqual(namesOf({ entries: nameless }));
    expect(namesOf({ entries: nameless })).toEqual(namesOf({ entries: nameless, id: 'STMT-8' }));
  });

  it('differs between equal entries of one file', () => {
    const entries = credit({ bankReference: '' }).repeat(50);
    expect(entriesOf({ entries }).map(({ equalBefore }) => equalBefore)).toEqual(
      Array.from({ length: 50 }, (_, count) => count),
    );
    expect(new Set(namesOf({ entries })).size).toBe(50);
    expect(namesOf({ entries })).toEqual(namesOf({ entries }));
  });

  it('is unique and stable for any statement', () => {
    const one = fc.record({
      amount: fc.constantFrom('1', '1.0', '2.5'),
      text: fc.constantFrom('a', 'b'),
      bankReference: fc.constantFrom('', 'X', 'Y'),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 20 }), (all) => {
        const names = namesOf({ entries: all.map(credit).join('\n') });
        expect(new Set(names).size).toBe(all.length);
        expect(namesOf({ entries: all.map(credit).join('') })).toEqual(names);
      }),
      { numRuns: 50 },
    );
  });
});

it('reads back every amount and text that was written', () => {
  const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((text) => {
    // XML cannot hold control characters, and trims spaces.
    return text.trim() === text && !/\p{Cc}|\p{Cs}|[\ufffe\uffff]/u.test(text);
  });
  fc.assert(
    fc.property(fc.bigInt(0n, 9_007_199_254_740_991n), words, (minor, text) => {
      const digits = minor.toString().padStart(3, '0');
      const amount = `${digits.slice(0, -2)}.${digits.slice(-2)}`;
      const [entry] = entriesOf({ entries: credit({ amount, text: xml(text) }) });
      expect(entry).toMatchObject({ amountMinor: minor, remittance: { unstructured: text } });
    }),
  );
});

it('reads several statements, namespace prefixes and the encodings that banks use', () => {
  const text = camt({ entries: credit({ text: 'Grüße' }) });
  const prefixed = text.replaceAll(/<(\/?)(?=[A-Z])/g, '<$1n:').replace('xmlns=', 'xmlns:n=');
  expect(readCamt053(bytesOf(prefixed))).toEqual(readCamt053(bytesOf(text)));
  const latin = camt({
    entries: credit({ text: 'Grüße' }),
    head: '<?xml version="1.0" encoding="ISO-8859-1"?>',
  });
  expect(readCamt053(Uint8Array.from(Buffer.from(latin, 'latin1')))).toEqual(
    readCamt053(bytesOf(text)),
  );
  const wide = Buffer.from(`\ufeff${text.replace('UTF-8', 'UTF-16')}`, 'utf16le');
  expect(readCamt053(Uint8Array.from(wide))).toEqual(readCamt053(bytesOf(text)));
  const two = text.replace(
    '</Stmt>',
    '</Stmt><Stmt><Id>S2</Id><Acct><Id><Othr><Id>77</Id></Othr></Id></Acct></Stmt>',
  );
  expect(readCamt053(bytesOf(two))).toMatchObject([
    { id: 'STMT-7' },
    { id: 'S2', account: '77', entries: [] },
  ]);
});
