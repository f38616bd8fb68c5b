import { type LedgerAccountResource, ledgerAccountNames, newId } from '@florin/contracts';
import { parseCurrency } from '@florin/money';
import type { LineTax } from '@florin/tax';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultsOfBatch } from '../../../test/datev-validator.ts';
import type { Entry, Fact, Sale } from '../books/model.ts';
import { entryOf } from '../books/post.ts';
import { chartAccountOf } from './accounts.ts';
import { datevRows, fiscalYearOf, pairsOf } from './datev.ts';
import { datevColumns, datevHead, datevLine, toCp1252 } from './datev-format.ts';
import { type JournalLine, journalLines } from './journal.ts';

const EUR = parseCurrency('EUR') ?? expect.unreachable();
const datev = {
  ...{ consultant_number: 29_098, client_number: 55_003, fiscal_year_start: '01-01' },
  account_length: 4,
};
const any = { country: null, tax_rate: null, tax_category: null, posting_key: null };
const chart: readonly LedgerAccountResource[] = [
  ...ledgerAccountNames.map((account_name, at) => ({
    ...any,
    account_name,
    number: String(1_000 + at),
  })),
  { ...any, account_name: 'revenue', country: 'DE', tax_rate: '19', number: '8400' },
  {
    ...any,
    account_name: 'revenue',
    country: 'DE',
    tax_rate: '7',
    number: '8300',
    posting_key: '0040',
  },
  { ...any, account_name: 'tax_payable', tax_rate: '19', number: '1776' },
];
const batch = {
  ...{ ...datev, createdAt: Date.parse('2026-02-01T10:11:12.345Z') },
  ...{ from: '2026-01-01', to: '2026-01-31', fiscalYear: '2026-01-01' },
};
const toFile = (rows: ReturnType<typeof datevRows>) =>
  toCp1252(datevHead(batch) + rows.map(datevLine).join(''));

function stored(entry: Entry, document = 'INV-1'): readonly JournalLine[] {
  return journalLines({
    ...{ ...entry, document, position: 1n, invoiceId: newId(), sequence: 1, holderId: newId() },
    ...{ currency: 'EUR', at: 0, day: '2026-01-31', requestId: null },
  });
}

const booked = (lines: readonly JournalLine[], fields: object = {}) => ({
  ...{ lines, currency: EUR, day: '2026-01-31', document: 'INV-1', customer: 'Müller GmbH' },
  ...{ vatId: '', ...fields },
});

const vat = (percentage: string, taxable: bigint, amount: bigint): LineTax => ({
  ...{ name: 'VAT', percentage, country: 'DE', region: null, taxable, amount },
  category: percentage === '0' ? 'AE' : 'S',
});
const saleOf = (net: number, percentage: string): Sale => {
  const amount = BigInt(Math.round((net * Number(percentage)) / 100));
  return { net: BigInt(net), taxes: [vat(percentage, BigInt(net), amount)], startAt: 0, endAt: 0 };
};
const grossOf = (sales: readonly Sale[]) =>
  sales.reduce((sum, { net, taxes }) => sum + net + (taxes[0]?.amount ?? 0n), 0n);

const someSales = fc.array(
  fc
    .record({
      net: fc.oneof(fc.integer({ min: 1, max: 100_000 }), fc.constant(2_000_000_000_000)),
      percentage: fc.constantFrom('0', '7', '19'),
    })
    .map(({ net, percentage }) => saleOf(net, percentage)),
  { minLength: 1, maxLength: 5 },
);

/** Facts of an invoice, in a valid order. */
const someFacts = fc
  .record({
    sales: someSales,
    credit: fc.integer({ min: 0, max: 50 }),
    end: fc.constantFrom('open', 'voided', 'written_off', 'refunded', 'lost', 'noted'),
  })
  .map(({ sales, credit, end }): readonly Fact[] => {
    const gross = grossOf(sales);
    const creditApplied = (gross * BigInt(credit)) / 100n;
    const amount = gross - creditApplied;
    const finalized: Fact = {
      ...{ kind: 'finalized', amount, sales, creditApplied, creditGranted: 0n },
    };
    const paid: Fact = { kind: 'paid', amount, place: 'processor' };
    switch (end) {
      case 'voided':
        return [
          ...[finalized, { kind: 'credit_returned' as const, amount: creditApplied }],
          { kind: 'voided', amount: 0n },
        ];
      case 'written_off':
        return [finalized, { kind: 'written_off', amount }];
      case 'refunded':
        return [finalized, paid, { kind: 'refunded', source: 'ref_1', amount: amount / 2n + 1n }];
      case 'lost':
        return [
          ...[finalized, paid],
          { kind: 'withheld', source: 'dis_1', amount },
          { kind: 'withheld', undone: true, source: 'dis_1', amount },
          { kind: 'lost', source: 'dis_1', amount },
        ];
      case 'noted':
        return [
          ...[finalized, paid],
          {
            ...{ kind: 'credited', source: 'cn_1', document: 'CN-1', sales, amount: gross },
            to: 'customer_credit',
          },
        ];
      default:
        return [finalized];
    }
  });

function entriesOf(facts: readonly Fact[]): readonly Entry[] {
  const entries: Entry[] = [];
  for (const fact of facts) entries.push(entryOf(entries, fact));
  return entries;
}

const centsOf = (text = '') => BigInt(text.replace(',', ''));

it('every row of a random business is valid, and the batch has the sums of the journal', () => {
  let rowsSeen = 0;
  fc.assert(
    fc.property(fc.array(someFacts, { minLength: 1, maxLength: 6 }), (business) => {
      const entries = business.flatMap(entriesOf).map((entry) => stored(entry));
      const rows = entries.flatMap((lines) => datevRows(booked(lines), chart, datev));
      const file = toFile(rows);
      expect(faultsOfBatch(file)).toEqual([]);
      const ofJournal = new Map<string, bigint>();
      for (const line of entries.flat()) {
        const number = chartAccountOf(line, chart)?.number ?? 'none';
        ofJournal.set(number, (ofJournal.get(number) ?? 0n) + line.debit - line.credit);
      }
      const ofBatch = new Map<string, bigint>([...ofJournal].map(([number]) => [number, 0n]));
      const text = new TextDecoder('windows-1252').decode(file);
      for (const row of text.split('\r\n').slice(2, -1)) {
        const fields = row.split(';');
        const amount = centsOf(fields[0]) * (fields[1] === '"S"' ? 1n : -1n);
        const [account = '', contra = ''] = fields.slice(6, 8);
        ofBatch.set(account, (ofBatch.get(account) ?? 0n) + amount);
        ofBatch.set(contra, (ofBatch.get(contra) ?? 0n) - amount);
        rowsSeen += 1;
      }
      expect(ofBatch).toEqual(ofJournal);
    }),
    { numRuns: 300 },
  );
  expect(rowsSeen).toBeGreaterThan(1_000);
});

describe('a batch', () => {
  const sales = [saleOf(10_000, '19'), saleOf(5_000, '7')];
  const amount = grossOf(sales);
  const lines = stored(
    entryOf([], { kind: 'finalized', amount, sales, creditApplied: 0n, creditGranted: 0n }),
  );

  it('books revenue and tax of each rate on their accounts, with the key on the contra account', () => {
    const rows = datevRows(booked(lines), chart, datev);
    expect(
      rows.map((row) => [row.amount, row.side, row.account, row.contraAccount, row.postingKey]),
    ).toEqual([
      ['100,00', 'S', '1000', '8400', ''],
      ['50,00', 'S', '1000', '8300', '0040'],
      ['19,00', 'S', '1000', '1776', ''],
      ['3,50', 'S', '1000', '1002', ''],
    ]);
    const voided = lines.map((line) => ({ ...line, debit: line.credit, credit: line.debit }));
    const [, turned] = datevRows(booked(voided), chart, datev);
    expect(turned).toMatchObject({ amount: '50,00', side: 'H', account: '1000' });
    expect(turned).toMatchObject({ contraAccount: '8300', postingKey: '0040' });
  });

  it('names the accounts that have no number', () => {
    const some = chart.filter((each) => each.account_name === 'receivables');
    expect(() => datevRows(booked(lines), some, datev)).toThrow(
      'accounts without a number: revenue (DE 19 %), revenue (DE 7 %), tax_payable (DE 19 %), tax_payable (DE 7 %)',
    );
  });

  it('refuses numbers that DATEV does not accept, and amounts with three decimals', () => {
    const long = chart.map((each) => ({ ...each, number: '100000' }));
    expect(() => datevRows(booked(lines), long, datev)).toThrow('at most 5 digits');
    const KWD = parseCurrency('KWD') ?? expect.unreachable();
    const odd = lines.slice(0, 2).map((line) => ({ ...line, debit: line.debit && 1_001n }));
    const even = odd.map((line) => ({ ...line, credit: line.credit && 1_001n }));
    expect(() => datevRows(booked(even, { currency: KWD }), chart, datev)).toThrow(
      'three decimals',
    );
    const JPY = parseCurrency('JPY') ?? expect.unreachable();
    const [row] = datevRows(booked(lines, { currency: JPY }), chart, datev);
    expect(row).toMatchObject({ amount: '10000,00', currency: 'JPY' });
  });

  it('is Windows-1252, with doubled quotes and without control characters', () => {
    const rows = datevRows(booked(lines, { customer: 'Mü"ll\ner €— 花' }), chart, datev);
    const file = toFile(rows);
    expect(faultsOfBatch(file)).toEqual([]);
    const text = new TextDecoder('windows-1252').decode(file);
    expect(text).toContain('"Mü""ll er €— ?, issued"');
    expect(file.includes(Buffer.from([0x4d, 0xfc]))).toBe(true);
  });

  it('is invalid if one row is', () => {
    const [row] = datevRows(booked(lines), chart, datev);
    if (!row) expect.unreachable();
    for (const [fields, fault] of [
      [{ amount: '0,00' }, 'Umsatz'],
      [{ amount: '1.00' }, 'Umsatz'],
      [{ account: '' }, 'Konto'],
      [{ day: '3113' }, 'Belegdatum'],
      [{ postingKey: '40' }, 'BU-Schlüssel'],
      [{ currency: 'Eur' }, 'WKZ Umsatz'],
    ] as const)
      expect(faultsOfBatch(toFile([{ ...row, ...fields }])).join()).toContain(fault);
    expect(faultsOfBatch(Buffer.from('"EXTF";700\r\n'))).not.toEqual([]);
  });
});

it('pairs debits with credits, whatever their number', () => {
  const line = (debit: bigint, credit: bigint) => ({ debit, credit }) as JournalLine;
  const pairs = pairsOf([line(7n, 0n), line(3n, 0n), line(0n, 2n), line(0n, 8n)]);
  expect(pairs.map(({ amount }) => amount)).toEqual([2n, 5n, 3n]);
  expect(pairsOf([])).toEqual([]);
});

it('knows the fiscal year of a day', () => {
  expect(fiscalYearOf('2026-06-30', { ...datev, fiscal_year_start: '07-01' })).toEqual({
    ...{ from: '2025-07-01', next: '2026-07-01' },
  });
  expect(fiscalYearOf('2026-01-01', datev)).toEqual({ from: '2026-01-01', next: '2027-01-01' });
  expect(datevColumns).toHaveLength(125);
});
