import { newId, toPublicId } from '@florin/contracts';
import { parseCurrency } from '@florin/money';
import { type Rate, type TaxRounding, taxRoundings } from '@florin/tax';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toExplainedAmount } from '../../accounting/explanations/totals-resource.ts';
import type { Off } from '../charge.ts';
import { type CreditNote, type CreditRequest, creditLines } from '../invoice/credit-note.ts';
import type { Invoice } from '../invoice/model.ts';
import { close, pay } from '../invoice/money.ts';
import { draftOneOff, openOneOff } from '../invoice/one-off.ts';
import { toCreditNoteResource } from '../resources/credit-note.ts';
import { toInvoiceResource, toLineId } from '../resources/invoice.ts';
import type { TaxedSale } from '../tax/charges.ts';
import type { KnownSale } from '../tax/sale.ts';
import { explainInvoice, explainNote } from './totals.ts';

const AT = Date.parse('2026-01-16T00:00:00Z');
const EUR = parseCurrency('EUR') ?? fail();

function fail(): never {
  throw new Error('EUR is no currency');
}

const rateOf = (percentage: string, name: string): Rate => ({
  ...{ name, percentage, category: percentage === '0' ? 'Z' : 'S', country: 'DE', region: null },
});
/** Rates of each product class; two classes have several taxes at once. */
const ratesOf: Readonly<Record<string, readonly Rate[]>> = {
  standard: [rateOf('19', 'VAT')],
  reduced: [rateOf('7', 'VAT')],
  zero: [rateOf('0', 'VAT')],
  both: [rateOf('5', 'GST'), rateOf('9.975', 'QST')],
  none: [],
};

function saleOf(rounding: TaxRounding, pricesIncludeTax: boolean): KnownSale {
  const taxed: TaxedSale = {
    rounding,
    pricesIncludeTax,
    decide: ({ taxClass }) => ({
      treatment: { kind: 'none', why: 'export' },
      rates: ratesOf[taxClass] ?? [],
    }),
  };
  // Only the taxes of a sale matter here.
  return { profile: { profile: {} }, parties: null, taxed } as unknown as KnownSale;
}

const someSale = fc
  .option(fc.record({ rounding: fc.constantFrom(...taxRoundings), isInclusive: fc.boolean() }))
  .map((chosen) => chosen && saleOf(chosen.rounding, chosen.isInclusive))
  .map((sale) => sale ?? undefined);

const someItem = fc.record({
  description: fc.constant('x'),
  quantity: fc.integer({ min: 1, max: 40 }),
  unitAmount: fc.bigInt({ min: -999n, max: 99_999n }),
  taxClass: fc.constantFrom(...Object.keys(ratesOf)),
  isTaxInclusive: fc.option(fc.boolean(), { nil: undefined }),
  startAt: fc.constant(AT),
  endAt: fc.constant(AT),
});

const someDiscount = fc
  .oneof(
    fc.integer({ min: 1, max: 100 }).map((each) => ({ kind: 'percent', percent: `${each}` })),
    fc.bigInt({ min: 1n, max: 99_999n }).map((amount) => ({ kind: 'amount', amount })),
  )
  .map((off) => ({
    ...{ couponId: newId(), promotionCodeId: null, name: null, off: off as Off, productIds: null },
    ...{ startAt: AT, endAt: null },
  }));

const someRequests = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('amount' as const),
      amount: fc.bigInt({ min: 1n, max: 9_999n }),
    }),
    fc.constant({ kind: 'all' as const }),
  ),
  { maxLength: 3 },
);

/** Notes as if issued one after the other, of the owed or the paid amount. */
function credited(invoice: Invoice, requests: readonly CreditRequest[]) {
  const notes: CreditNote[] = [];
  const isPaid = invoice.status === 'paid';
  let owed = invoice.amount;
  for (const request of requests) {
    const lines = creditLines(
      invoice.lines,
      notes.map((note) => note.lines),
      request,
    );
    if ('refusal' in lines) continue;
    const amount = lines.reduce((sum, { gross }) => sum + gross, 0n);
    if (!isPaid && amount > owed) continue;
    if (!isPaid) owed -= amount;
    notes.push({
      ...{ id: newId(), sellerId: invoice.sellerId, payerAccountId: null, customerId: null },
      ...{ customerReference: 'c', invoiceId: invoice.id, invoiceNumber: '1', documentNumber: '1' },
      ...{
        destination: isPaid ? 'balance' : 'invoice',
        reason: 'other',
        memo: null,
        poNumber: null,
        amount,
        lines,
      },
      ...{ currency: EUR, parties: null, refundId: null, createdAt: AT, issuedAt: AT },
    });
  }
  const total = notes.reduce((sum, { amount }) => sum + amount, 0n);
  return { notes, invoice: { ...invoice, credited: total, creditedOwed: isPaid ? 0n : total } };
}

const someInvoice = fc
  .record({
    items: fc.array(someItem, { minLength: 1, maxLength: 12 }),
    discounts: fc.array(someDiscount, { maxLength: 3 }),
    sale: someSale,
    credit: fc.bigInt({ min: 0n, max: 50_000n }),
    requests: someRequests,
    isPaidFirst: fc.boolean(),
    end: fc.constantFrom('open', 'paid', 'void', 'uncollectible'),
  })
  .map(({ items, discounts, sale, credit, requests, isPaidFirst, end }) => {
    const between = { id: newId(), sellerId: newId(), customerId: newId(), customerReference: 'c' };
    const fields = {
      items,
      discounts,
      memo: null,
      poNumber: null,
      dueDays: 3,
      collectionMethod: 'send_invoice' as const,
    };
    const draft = draftOneOff({ ...between, currency: EUR }, fields, sale, AT);
    const number = { number: 1n, documentNumber: '1' };
    const [opened] = openOneOff(draft, number, { sale, credit, at: AT });
    const open = opened?.invoice ?? draft;
    const first = isPaidFirst ? (pay(open, { transactionId: null }, AT)?.invoice ?? open) : open;
    const { notes, invoice } = credited(first, requests);
    const ended =
      end === 'void' || end === 'uncollectible'
        ? close(invoice, end, AT)
        : end === 'paid'
          ? pay(invoice, { transactionId: null }, AT)
          : undefined;
    return { draft, notes, invoice: ended?.invoice ?? invoice };
  });
const RUNS = { numRuns: 2_000 };
/** All cases take some seconds on an idle machine, ten times as long on a busy one. */
const slow = { timeout: 300_000 };

describe('the amounts of an invoice', slow, () => {
  it('match the shown amounts, and the sums of their parts, to the cent', () => {
    const statuses = new Set<string>();
    fc.assert(
      fc.property(someInvoice, ({ draft, invoice, notes }) => {
        for (const [each, of] of [
          [draft, []],
          [invoice, notes],
        ] as const) {
          statuses.add(each.status);
          const shown = toInvoiceResource(each);
          const explained = explainInvoice(each, of).map((one) => toExplainedAmount(one, each.id));
          for (const { amount, recomputed_amount: again } of explained) expect(again).toBe(amount);
          const taxes = explained.filter(({ name }) => name === 'taxes');
          expect(taxes.map(({ rate }) => rate)).toEqual(shown.taxes);
          expect(taxes.map(({ amount }) => amount)).toEqual(
            shown.taxes?.map(({ amount }) => amount),
          );
          for (const { name, amount } of explained)
            if (name !== 'taxes') expect([name, amount]).toEqual([name, shown[name]]);
        }
      }),
      RUNS,
    );
    expect([...statuses].toSorted()).toEqual(['draft', 'open', 'paid', 'uncollectible', 'void']);
  });

  it('use the rounding that reproduces each tax, even if another one has the same sums', () => {
    const bought = { taxClass: 'both', isTaxInclusive: true, description: 'x' };
    const items = [
      { ...bought, quantity: 31, unitAmount: 56_642n, startAt: AT, endAt: AT },
      { ...bought, quantity: 22, unitAmount: 60_469n, startAt: AT, endAt: AT },
    ];
    const between = { id: newId(), sellerId: newId(), customerId: newId(), customerReference: 'c' };
    const fields = {
      items,
      discounts: [],
      memo: null,
      poNumber: null,
      dueDays: 3,
      collectionMethod: 'send_invoice' as const,
    };
    const draft = draftOneOff({ ...between, currency: EUR }, fields, saleOf('line', true), AT);
    const taxes = explainInvoice(draft, [])
      .filter(({ name }) => name === 'taxes')
      .map((one) => toExplainedAmount(one, draft.id));
    // Line by line 763.60 and 578.52; for both together it would be 1342.13.
    expect(taxes.map((tax) => [tax.amount, tax.recomputed_amount])).toEqual([
      [134_212, 134_212],
      [267_755, 267_755],
    ]);
  });

  it('list each line once in the subtotal, with its share of each tax', () => {
    fc.assert(
      fc.property(someInvoice, ({ invoice }) => {
        const [subtotal, ...others] = explainInvoice(invoice, []).map((each) =>
          toExplainedAmount(each, invoice.id),
        );
        const bought = invoice.lines.flatMap(({ type }, index) =>
          type === 'item' || type === 'discount' ? [toLineId(invoice.id, index)] : [],
        );
        expect(subtotal?.parts.map(({ source_id }) => source_id)).toEqual(bought);
        for (const { name, rate, parts } of others) {
          if (name !== 'taxes') continue;
          const taxable = parts.reduce((sum, part) => sum + (part.taxable_amount ?? 0), 0);
          expect(taxable).toBe(rate?.taxable_amount);
        }
      }),
      RUNS,
    );
  });

  it('do not match if a tax was not computed from its lines', () => {
    const [item] = fc.sample(someItem, { numRuns: 1, seed: 1 });
    if (!item) throw new Error('no item');
    const between = { id: newId(), sellerId: newId(), customerId: newId(), customerReference: 'c' };
    const items = [{ ...item, quantity: 1, unitAmount: 10_000n, taxClass: 'standard' }];
    const [sale] = fc.sample(
      someSale.filter((each) => each !== undefined),
      1,
    );
    const fields = {
      items,
      discounts: [],
      memo: null,
      poNumber: null,
      dueDays: 3,
      collectionMethod: 'send_invoice' as const,
    };
    const draft = draftOneOff({ ...between, currency: EUR }, fields, sale, AT);
    const wrong = draft.lines.map((line) =>
      line.tax
        ? {
            ...line,
            tax: { ...line.tax, taxes: line.tax.taxes.map((tax) => ({ ...tax, amount: 1n })) },
          }
        : line,
    );
    const taxes = explainInvoice({ ...draft, lines: wrong }, []).map((each) =>
      toExplainedAmount(each, draft.id),
    );
    const tax = taxes.find(({ name }) => name === 'taxes');
    expect([tax?.amount, tax?.recomputed_amount === 1]).toEqual([1, false]);
  });
});

describe('the amounts of a credit note', slow, () => {
  it('match the shown amounts, and the sums of their parts, to the cent', () => {
    let count = 0;
    fc.assert(
      fc.property(someInvoice, ({ notes }) => {
        for (const note of notes) {
          count += 1;
          const shown = toCreditNoteResource(note);
          const explained = explainNote(note).map((each) =>
            toExplainedAmount(each, note.invoiceId),
          );
          for (const { name, amount, recomputed_amount: again } of explained) {
            expect(again).toBe(amount);
            if (name === 'subtotal' || name === 'tax' || name === 'total')
              expect([name, amount]).toEqual([name, shown[name]]);
          }
          const taxes = explained.filter(({ name }) => name === 'taxes');
          expect(taxes.map(({ rate }) => rate)).toEqual(shown.taxes);
        }
      }),
      RUNS,
    );
    expect(count).toBeGreaterThan(500);
  });
});

it('link an amount to the credit notes that lower it', () => {
  const [{ invoice, notes } = fail()] = fc.sample(
    someInvoice.filter((each) => each.notes.some(({ destination }) => destination === 'invoice')),
    { numRuns: 1, seed: 7 },
  );
  const remaining = explainInvoice(invoice, notes).at(-1);
  const parts = remaining && toExplainedAmount(remaining, invoice.id).parts;
  expect(
    parts?.filter(({ type }) => type === 'credit_note').map(({ source_id }) => source_id),
  ).toEqual(notes.map(({ id }) => toPublicId('creditNote', id)));
});
