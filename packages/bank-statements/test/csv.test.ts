import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvMapping, ENTRIES_MAX, readCsv, StatementError } from '../src/index.ts';
import { bytesOf } from './camt-files.ts';

const mapping: CsvMapping = {
  encoding: 'utf-8',
  delimiter: ';',
  decimalMark: ',',
  dateFormat: 'DD.MM.YYYY',
  columns: {
    bookingDate: 'Buchung',
    amount: 'Betrag',
    currency: 'Währung',
    reference: null,
    remittance: 'Zweck',
    endToEndId: null,
    counterpartyName: 'Name',
    counterpartyIban: 'IBAN',
    entryId: 'Nr',
  },
  currency: null,
  account: 'DE89370400440532013000',
};
const HEADER = 'Nr;Buchung;Betrag;Währung;Zweck;Name;IBAN';
const LINE = '1;20.11.2026;1.234,50;EUR;"Order 7; and ""8""";Grace;FR14 2004 1010';
const file = (...lines: readonly string[]) => bytesOf([HEADER, ...lines].join('\r\n'));
const without = (...columns: (keyof CsvMapping['columns'])[]): CsvMapping => ({
  ...mapping,
  columns: { ...mapping.columns, ...Object.fromEntries(columns.map((name) => [name, null])) },
});

describe('a CSV', () => {
  it('is read by the columns of its mapping', () => {
    expect(readCsv(file(LINE), mapping)).toEqual({
      id: null,
      account: 'DE89370400440532013000',
      currency: null,
      entries: [
        {
          entryReference: expect.stringMatching(/^[\w-]{43}$/),
          equalBefore: null,
          bookingDate: '2026-11-20',
          amountMinor: 123_450n,
          currency: 'EUR',
          creditDebit: 'credit',
          isReversal: false,
          remittance: { structured: null, unstructured: 'Order 7; and "8"' },
          endToEndId: null,
          counterparty: { name: 'Grace', iban: 'FR1420041010' },
        },
      ],
    });
  });

  it.each([
    ['YYYY-MM-DD', '2026-11-05'],
    ['DD.MM.YYYY', '5.11.2026'],
    ['DD/MM/YYYY', '05/11/2026'],
    ['MM/DD/YYYY', '11/05/2026'],
  ] as const)('accepts dates like %s', (dateFormat, date) => {
    const [entry] = readCsv(file(LINE.replace('20.11.2026', date)), {
      ...mapping,
      dateFormat,
    }).entries;
    expect(entry?.bookingDate).toBe('2026-11-05');
  });

  it.each([
    [',', '-0,05', 5n, 'debit'],
    [',', '+5', 500n, 'credit'],
    [',', '\u22121 234 567,8', 123_456_780n, 'debit'],
    [',', "1'234,5", 123_450n, 'credit'],
    [',', '1234,50', 123_450n, 'credit'],
    ['.', '"1,234.50"', 123_450n, 'credit'],
    ['.', '-1234.5', 123_450n, 'debit'],
  ] as const)('has amounts with %s: %s', (decimalMark, amount, amountMinor, creditDebit) => {
    const line = LINE.replace('1.234,50', amount);
    expect(readCsv(file(line), { ...mapping, decimalMark }).entries).toMatchObject([
      { amountMinor, creditDebit },
    ]);
  });

  it('has the currency and encoding of its mapping', () => {
    const text = `${HEADER}\n${LINE.replace('Grace', 'Größe €')}`;
    const latin = Uint8Array.from(text, (letter) => (letter === '€' ? 0x80 : letter.charCodeAt(0)));
    const options = { ...without('currency'), currency: 'chf', encoding: 'windows-1252' } as const;
    expect(readCsv(latin, options).entries).toMatchObject([
      { currency: 'CHF', counterparty: { name: 'Größe €' } },
    ]);
  });

  it('keeps text that a spreadsheet would run as a formula', () => {
    const formulas = ['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\t=1', '%0A'];
    const lines = formulas.map((formula, row) =>
      LINE.replace('1;', `${row};`).replace('Grace', `"${formula.replaceAll('"', '""')}"`),
    );
    expect(
      readCsv(file(...lines), mapping).entries.map(({ counterparty }) => counterparty.name),
    ).toEqual(formulas.map((formula) => formula.trim()));
  });

  it('reads back every amount and text that was written', () => {
    const texts = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .filter((text) => text.trim() === text && !/\p{Cc}|\p{Cs}/u.test(text));
    const amounts = fc.bigInt(-9_007_199_254_740_991n, 9_007_199_254_740_991n);
    fc.assert(
      fc.property(amounts, texts, (minor, text) => {
        const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0');
        const amount = `${minor < 0n ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
        const line = `1;20.11.2026;${amount};EUR;"${text.replaceAll('"', '""')}";;`;
        expect(readCsv(file(line), mapping).entries).toMatchObject([
          {
            amountMinor: minor < 0n ? -minor : minor,
            creditDebit: minor < 0n ? 'debit' : 'credit',
            remittance: { unstructured: text },
            counterparty: { name: null, iban: null },
          },
        ]);
      }),
    );
  });
});

describe('the reference of an entry', () => {
  const namesOf = (lines: readonly string[], by = mapping) =>
    readCsv(file(...lines), by).entries.map(({ entryReference }) => entryReference);
  const other = LINE.replace('1;', '2;');

  it('is the same in overlapping files', () => {
    expect(namesOf([LINE])).toEqual(namesOf([LINE]));
    expect(namesOf([other, LINE])).toEqual([...namesOf([other]), ...namesOf([LINE])]);
  });

  it('differs between equal entries without bank ids', () => {
    const alike = namesOf([LINE, LINE, LINE], without('entryId'));
    expect(new Set(alike).size).toBe(3);
    expect(namesOf([LINE, LINE, LINE], without('entryId'))).toEqual(alike);
  });
});

describe('an invalid CSV', () => {
  const refusalOf = (bytes: Uint8Array, by: CsvMapping = mapping): StatementError => {
    try {
      readCsv(bytes, by);
    } catch (error) {
      if (error instanceof StatementError) return error;
      throw error;
    }
    throw new Error('it was read');
  };

  it.each([
    ['20.11.2026', '30.02.2026', 'line 3, Buchung: "2026-02-30" is not a date'],
    [
      '20.11.2026',
      '2026-11-20',
      'line 3, Buchung: "2026-11-20" is not a date in the format DD.MM.YYYY',
    ],
    ['20.11.2026', '', 'line 3, Buchung: "" is not a date in the format DD.MM.YYYY'],
    ['1.234,50', '', 'line 3, Betrag: "" is not an amount'],
    ['1.234,50', '12.34', 'line 3, Betrag: "12.34" is not an amount'],
    ['1.234,50', '1.23.456,00', 'is not an amount'],
    ['1.234,50', '1,234', 'line 3, Betrag: "1.234" has more than 2 decimals, the maximum of EUR'],
    ['1.234,50', '--1', 'is not an amount'],
    ['1.234,50', '9'.repeat(1_000), 'is not an amount'],
    ['1.234,50', '90071992547409,92', 'is too large'],
    ['1.234,50', 'NaN', 'is not an amount'],
    ['EUR', 'DEM', 'line 3, Währung: "DEM" is not an active ISO 4217 currency'],
    ['Grace', 'Grace;', 'line 3: not valid CSV: '],
    ['Grace', '"Grace', 'not valid CSV: Quote Not Closed'],
    ['Grace', `"${'x'.repeat(70_000)}"`, 'not valid CSV: Max Record Size'],
  ])('with %s replaced by %s is refused', (from, to, message) => {
    const good = LINE.replace('1;', '0;');
    const refusal = refusalOf(file(good, LINE.replace(from, to)));
    expect(refusal.message).toContain(message);
    expect(refusal.message.length).toBeLessThan(300);
  });

  it.each([
    ['is empty', new Uint8Array(), 'the file is empty'],
    [
      'lacks a column',
      bytesOf(HEADER.replace('Betrag', 'Summe')),
      'line 1: column "Betrag" is missing',
    ],
    ['has a column twice', bytesOf(`${HEADER};Betrag`), 'line 1: column "Betrag" appears twice'],
    ['has a name twice', file(LINE, LINE), 'line 3, Nr: "1" is already on line 2'],
    ['is in another encoding', Uint8Array.from([0xff, 0x41]), 'the file is not valid UTF-8'],
    [
      'is not text',
      file(LINE.replace('Grace', '\u0000')),
      'line 2: the file has a control character',
    ],
  ])('that %s is refused', (_what, bytes, message) => {
    expect(refusalOf(bytes).message).toContain(message);
  });

  it('stops at the row limit', () => {
    const many = file(...Array.from({ length: ENTRIES_MAX + 1 }, () => '1;;;;;;'));
    expect(refusalOf(many).message).toBe(`there are more than ${ENTRIES_MAX} entries`);
  });
});
