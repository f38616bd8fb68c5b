import { type Invoice, openOf, owedOf, paidOf } from '../src/domain/invoice/model.ts';
import { payOutside } from '../src/domain/invoice/money.ts';
import { paymentsOf } from '../src/domain/invoice/payments.ts';
import { refusalOfAmount, refusalOfOutside } from '../src/domain/payment.ts';
import type { MoneyStory } from './money-story.ts';

/** The seller records a payment outside Florin; false if it was refused. */
export function receive(story: MoneyStory, invoice: Invoice, amount: bigint): boolean {
  const { charging, dunning } = story.state;
  const isRetried = dunning?.charge?.invoiceId === invoice.id;
  const refusal = refusalOfOutside(invoice) ?? refusalOfAmount(invoice, amount, isRetried);
  if (charging || refusal !== undefined || amount <= 0n) return false;
  story.save(invoice.id, (now) => payOutside(now, { amount, reference: 'wire', at: story.now }));
  if (story.invoices.get(invoice.id)?.status === 'paid')
    story.command({ type: 'record_payment', invoiceId: invoice.id });
  return true;
}

/** A part of the open amount, all of it, or more. */
export function receiveSome(story: MoneyStory, invoice: Invoice, choice: number): boolean {
  const open = openOf(invoice);
  const amounts = [open / 2n, 1n, open - 1n, open / 3n, open, open + BigInt(choice % 900)];
  return receive(story, invoice, amounts[choice % amounts.length] ?? open);
}

/** Laws of payments that hold after every step. */
export function assertPaymentLaws({ invoices, entries }: MoneyStory): void {
  for (const [id, invoice] of invoices) {
    const { status, standing } = invoice;
    const paid = paidOf(invoice);
    const rest = owedOf(invoice) - paid - standing.writtenOff;
    if (status === 'paid' || status === 'uncollectible')
      equal(rest, 0n, 'what is owed is paid or written off');
    if (status === 'open') equal(standing.writtenOff, 0n, 'nothing of an open invoice is lost');
    if (status === 'void') equal(paid, 0n, 'a void invoice was not paid');
    const received = paymentsOf(invoice).reduce((sum, { amount }) => sum + amount, 0n);
    const cash = (entries.get(id) ?? [])
      .filter(({ kind }) => kind === 'paid')
      .flatMap(({ postings }) => postings)
      .reduce((sum, { account, amount }) => (account === 'cash' ? sum + amount : sum), 0n);
    equal(received, cash, 'the payments of an invoice are the money that came in');
  }
}

function equal(got: bigint, wanted: bigint, law: string): void {
  if (got !== wanted) throw new Error(`${law}: ${got} instead of ${wanted}`);
}
