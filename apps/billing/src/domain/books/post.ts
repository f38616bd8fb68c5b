import { splitBy } from '@florin/money';
import { keyOf, type LineTax } from '@florin/tax';
import { changeOf, type Entry, type Fact, type Posting, type Sale, sourceOf } from './model.ts';

/**
 * The entry of a fact.
 * @param earlier entries of the invoice, oldest first; required if {@link readsEarlier} returns
 * true.
 */
export function entryOf(earlier: readonly Entry[], fact: Fact): Entry {
  const postings = postingsOf(earlier, fact).filter(
    ({ amount, tax }) => amount !== 0n || (tax !== undefined && tax.taxable !== 0n),
  );
  const sum = postings.reduce((total, { amount }) => total + amount, 0n);
  if (sum !== 0n) throw new Error(`entry ${fact.kind} is out of balance by ${sum}`);
  return { kind: fact.kind, source: sourceOf(fact), amount: changeOf(fact), postings };
}

/** JSON text of a standing, as stored in rows. */
export function readsEarlier(fact: Fact): boolean {
  return 'undone' in fact || ['voided', 'written_off', 'lost'].includes(fact.kind);
}

function postingsOf(earlier: readonly Entry[], fact: Fact): readonly Posting[] {
  if ('undone' in fact) return reversed(earlier, fact.kind, sourceOf(fact));
  switch (fact.kind) {
    case 'finalized':
      return [
        { account: 'receivables', amount: fact.amount },
        ...fact.sales.flatMap((sale) => soldPostings(sale, -1n)),
        { account: 'customer_credit', amount: fact.creditApplied },
        { account: 'customer_credit', amount: -fact.creditGranted },
      ];
    case 'paid':
      return [
        { account: 'cash', amount: fact.amount, place: fact.place },
        { account: 'receivables', amount: -fact.amount },
      ];
    case 'credit_returned':
    case 'overpaid':
      return [
        { account: 'receivables', amount: fact.amount },
        { account: 'customer_credit', amount: -fact.amount },
      ];
    case 'credited': {
      const { to: account, amount, place } = fact;
      const back = { account, amount: -amount, ...(place && { place }) };
      return [...fact.sales.flatMap((sale) => soldPostings(sale, 1n)), back];
    }
    case 'voided':
      return negated(postingsOn(earlier, ['receivables', 'revenue', 'tax_payable', 'bad_debt']));
    case 'written_off':
      return [
        ...lossPostings(earlier, fact.amount),
        { account: 'receivables', amount: -fact.amount },
      ];
    case 'granted':
      return [];
    case 'credit_adjusted':
      return grantPostings(fact.amount);
    case 'credit_expired':
      return grantPostings(-fact.amount);
    case 'refunded':
      return [
        { account: 'refunds', amount: fact.amount },
        { account: 'cash', amount: -fact.amount, place: 'processor' },
      ];
    case 'recredited':
      return [
        { account: 'cash', amount: fact.amount, place: 'processor' },
        { account: 'customer_credit', amount: -fact.amount },
      ];
    case 'withheld':
      return [
        { account: 'withheld', amount: fact.amount },
        { account: 'cash', amount: -fact.amount, place: 'processor' },
      ];
    case 'lost':
      return [
        ...lossPostings(earlier, fact.amount),
        { account: 'cash', amount: -fact.amount, place: 'processor' },
      ];
    default:
      return fact satisfies never;
  }
}

/** Credit without an invoice is owed to the customer, at the seller's expense. */
function grantPostings(amount: bigint): readonly Posting[] {
  return [
    { account: 'granted_credit', amount },
    { account: 'customer_credit', amount: -amount },
  ];
}

function soldPostings({ net, taxes, startAt, endAt }: Sale, sign: bigint): readonly Posting[] {
  return [
    { account: 'revenue', amount: sign * net, startAt, endAt },
    ...taxes.map((tax): Posting => taxPosting(tax, sign)),
  ];
}

function taxPosting(tax: LineTax, sign: bigint): Posting {
  const taxable = sign * tax.taxable;
  const amount = sign * tax.amount;
  return { account: 'tax_payable', amount, tax: { ...tax, amount, taxable } };
}

/**
 * Loss of a part of a sale: a bad debt, less its share of the taxes, which are not owed on
 * unreceived money (Article 90 of Directive 2006/112/EC).
 */
function lossPostings(earlier: readonly Entry[], amount: bigint): readonly Posting[] {
  const taxes = negated(postingsOn(earlier, ['tax_payable'])).flatMap(({ tax }) => tax ?? []);
  const net = postingsOn(earlier, ['revenue']).reduce((sum, posting) => sum - posting.amount, 0n);
  const gross = taxes.reduce((sum, tax) => sum + tax.amount, net);
  if (gross <= 0n) return [{ account: 'bad_debt', amount }];
  const [netPart = 0n, ...taxParts] = splitBy(amount, [net, ...taxes.map((tax) => tax.amount)]);
  return [
    { account: 'bad_debt', amount: netPart },
    ...taxes.map((tax, index): Posting => {
      const taxable = (tax.taxable * amount) / gross;
      return taxPosting({ ...tax, taxable, amount: taxParts[index] ?? 0n }, 1n);
    }),
  ];
}

function reversed(
  earlier: readonly Entry[],
  kind: Entry['kind'],
  source: string | null,
): readonly Posting[] {
  return negated(
    earlier
      .filter((entry) => entry.kind === kind && entry.source === source)
      .flatMap(({ postings }) => postings),
  );
}

function postingsOn(
  earlier: readonly Entry[],
  accounts: readonly Posting['account'][],
): readonly Posting[] {
  return earlier
    .flatMap(({ postings }) => postings)
    .filter(({ account }) => accounts.includes(account));
}

function negated(postings: readonly Posting[]): readonly Posting[] {
  const sums = new Map<string, Posting>();
  for (const posting of postings) {
    const { tax, amount, ...where } = posting;
    const key = JSON.stringify([where, tax && keyOf(tax)]);
    const sum = sums.get(key);
    sums.set(key, {
      ...where,
      amount: (sum?.amount ?? 0n) - amount,
      ...(tax && {
        tax: {
          ...tax,
          amount: (sum?.tax?.amount ?? 0n) - tax.amount,
          taxable: (sum?.tax?.taxable ?? 0n) - tax.taxable,
        },
      }),
    });
  }
  return [...sums.values()];
}
