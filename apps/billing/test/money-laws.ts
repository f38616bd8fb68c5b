import { keyOf } from '@florin/tax';
import { standingOf, toStandingText } from '../src/domain/books/model.ts';
import { creditAppliedTo, type Invoice, keptOf, openOf } from '../src/domain/invoice/model.ts';
import { boughtBy } from '../src/domain/tax/charges.ts';
import { assertCreditLaws } from './credit-moves.ts';
import type { MoneyStory } from './money-story.ts';
import { assertPaymentLaws } from './outside-moves.ts';

const disputesOf = (invoice: Invoice) => invoice.standing.withheld + invoice.standing.lost;

/** Laws that hold after every step. */
export function assertLaws(story: MoneyStory): void {
  let owed = 0n;
  let drafted = 0n;
  for (const [id, invoice] of story.invoices) {
    if (invoice.status === 'draft') {
      drafted += creditAppliedTo(invoice);
      continue;
    }
    // A second computation of the same facts.
    const computed = toStandingText(standingOf(story.entries.get(id) ?? []));
    holds(computed, toStandingText(invoice.standing), 'an invoice stands as its entries add up');
    if (invoice.status === 'open') owed += openOf(invoice);
    const back = keptOf(invoice) + disputesOf(invoice);
    holds(back >= 0n, true, 'only banks take more than was kept');
  }
  holds(story.balanceOf('receivables'), owed, 'receivables are what open invoices ask for');
  // Drafts have already used their credit.
  const liability = -story.balanceOf('customer_credit') - drafted;
  holds(liability, story.credit, 'the books owe customers the credit they have');
  holds(story.credit >= 0n, true, 'credit is never negative');
  assertCreditLaws(story);
  assertPaymentLaws(story);
  assertTaxLaw(story);
  assertGrantLaw(story);
}

/**
 * Credit for unused time is taken from the invoices that paid for it, up to one minor unit of
 * rounding for each change that grants some.
 */
function assertGrantLaw({ invoices }: MoneyStory): void {
  let [granted, taken, grants] = [0n, 0n, 0n];
  for (const { status, lines, standing } of invoices.values()) {
    taken += standing.granted;
    if (status !== 'draft')
      for (const { type, amount } of lines)
        if (type === 'credit_granted') {
          granted += amount;
          grants += 1n;
        }
  }
  const law = 'granted credit is money of earlier invoices';
  holds(taken <= granted && granted <= taken + grants, true, law);
}

/**
 * Each rate is returned at most as far as it was charged, up to one minor unit of rounding per
 * change.
 */
function assertTaxLaw({ invoices }: MoneyStory): void {
  const taxable = new Map<string, bigint>();
  for (const { taxes } of [...invoices.values()].map(({ lines }) => boughtBy(lines)))
    for (const tax of taxes) taxable.set(keyOf(tax), (taxable.get(keyOf(tax)) ?? 0n) + tax.taxable);
  for (const [key, net] of taxable)
    holds(
      net >= -BigInt(2 * invoices.size),
      true,
      `the reductions at ${key} are of supplies at it`,
    );
}

/** Cheaper than `expect`, which would dominate a million steps. */
function holds<Value>(got: Value, wanted: Value, law: string): void {
  if (got !== wanted) throw new Error(`${law}: ${got} instead of ${wanted}`);
}
