import type { LineTax } from '@florin/tax';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Entry, type Fact, noStanding, standingAfter, standingOf } from './model.ts';
import { entryOf } from './post.ts';

const vat = (percentage: string, taxable: bigint, amount: bigint): LineTax => ({
  ...{ name: 'VAT', percentage, category: 'S', country: 'DE', region: null },
  taxable,
  amount,
});

const sale = { net: 10_000n, taxes: [vat('19', 10_000n, 1_900n)], startAt: 0, endAt: 0 };
const finalized: Fact = {
  kind: 'finalized',
  amount: 11_900n,
  sales: [sale],
  creditApplied: 0n,
  creditGranted: 0n,
};

function entriesOf(facts: readonly Fact[]): readonly Entry[] {
  const entries: Entry[] = [];
  for (const fact of facts) entries.push(entryOf(entries, fact));
  return entries;
}

/** Balance of each account, in minor units, without accounts at zero. */
function balancesOf(entries: readonly Entry[]): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { account, amount } of entries.flatMap(({ postings }) => postings))
    sums[account] = (sums[account] ?? 0) + Number(amount);
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

it('writes off a debt with its tax, and reverses both when it is paid after all', () => {
  const writtenOff: readonly Fact[] = [finalized, { kind: 'written_off', amount: 11_900n }];
  expect(balancesOf(entriesOf(writtenOff))).toEqual({ revenue: -10_000, bad_debt: 10_000 });
  const recovered: readonly Fact[] = [
    ...writtenOff,
    { kind: 'written_off', undone: true, amount: 11_900n },
    { kind: 'paid', amount: 11_900n, place: 'processor' },
  ];
  expect(balancesOf(entriesOf(recovered))).toEqual({
    ...{ cash: 11_900, revenue: -10_000, tax_payable: -1_900 },
  });
});

it('reverses an invoice once, even if a credit note took back a part before', () => {
  const note: Fact = {
    ...{ kind: 'credited', source: 'cn_1', document: 'CN-1', amount: 5_950n, to: 'receivables' },
    sales: [{ net: 5_000n, taxes: [vat('19', 5_000n, 950n)], startAt: 0, endAt: 0 }],
  };
  const entries = entriesOf([finalized, note, { kind: 'voided', amount: 0n }]);
  expect(balancesOf(entries)).toEqual({});
  const taxable = entries
    .flatMap(({ postings }) => postings)
    .reduce((sum, { tax }) => sum + (tax?.taxable ?? 0n), 0n);
  expect(taxable).toBe(0n);
});

it('books the loss of a lost dispute, and reverses it when the dispute is won after all', () => {
  const disputed = { source: 'dis_1', amount: 4_900n };
  const paid: readonly Fact[] = [
    finalized,
    { kind: 'paid', amount: 11_900n, place: 'processor' },
    { kind: 'withheld', ...disputed },
  ];
  expect(balancesOf(entriesOf(paid))).toMatchObject({ cash: 7_000, withheld: 4_900 });
  const lost: readonly Fact[] = [
    ...paid,
    { kind: 'withheld', undone: true, ...disputed },
    { kind: 'lost', ...disputed },
  ];
  // 4900 / 1.19 = 4117.6
  expect(balancesOf(entriesOf(lost))).toEqual({
    ...{ cash: 7_000, revenue: -10_000, tax_payable: -1_118, bad_debt: 4_118 },
  });
  expect(balancesOf(entriesOf([...lost, { kind: 'lost', undone: true, ...disputed }]))).toEqual(
    balancesOf(entriesOf(paid.slice(0, 2))),
  );
});

const percentages = ['0', '7', '19', '8.875'] as const;
const someSale = fc
  .record({
    net: fc.integer({ min: 1, max: 100_000 }),
    percentage: fc.constantFrom(...percentages),
  })
  .map(({ net, percentage }) => {
    const amount = BigInt(Math.round((net * Number(percentage)) / 100));
    return { ...sale, net: BigInt(net), taxes: [vat(percentage, BigInt(net), amount)] };
  });

it('keeps every entry in balance, and standings equal to the sums of entries', () => {
  fc.assert(
    fc.property(
      fc.array(someSale, { minLength: 1, maxLength: 5 }),
      fc.array(fc.record({ lost: fc.integer({ min: 1, max: 500_000 }), id: fc.nat(3) }), {
        maxLength: 4,
      }),
      fc.boolean(),
      (sales, losses, isVoided) => {
        const amount = sales.reduce(
          (sum, { net, taxes }) => sum + net + (taxes[0]?.amount ?? 0n),
          0n,
        );
        const facts: readonly Fact[] = [
          { ...finalized, sales, amount },
          { kind: 'written_off', amount },
          { kind: 'written_off', undone: true, amount },
          ...(isVoided
            ? [{ kind: 'voided' as const, amount: 0n as const }]
            : [
                { kind: 'paid' as const, amount, place: 'processor' as const },
                ...losses.map(({ lost, id }) => {
                  const source = `dis_${id}`;
                  return { kind: 'lost' as const, source, amount: BigInt(lost) };
                }),
              ]),
        ];
        const entries = entriesOf(facts);
        for (const { postings } of entries)
          expect(postings.reduce((sum, posting) => sum + posting.amount, 0n)).toBe(0n);
        expect(standingOf(entries)).toEqual(standingAfter(noStanding, facts));
        if (isVoided) expect(balancesOf(entries)).toEqual({});
      },
    ),
    { numRuns: 2_000 },
  );
});
