import { keyOf } from '@florin/tax';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type EntryKind,
  entryKinds,
  standingOf,
  toStandingText,
} from '../src/domain/books/model.ts';
import { creditAppliedTo, type Invoice, keptOf, openOf } from '../src/domain/invoice/model.ts';
import { priceOf } from '../src/domain/price.ts';
import type { Timing } from '../src/domain/subscription/commands.ts';
import { boughtBy, type TaxedSale } from '../src/domain/tax/charges.ts';
import { assertCreditLaws, creditMoves, type Move } from './credit-moves.ts';
import { MoneyStory } from './money-story.ts';
import { failed, ownPlan, paid, sent } from './stories.ts';

const plans = [
  ownPlan(3_000n, 'month', 1),
  ownPlan(3_100n, 'month', 1, 'm31'),
  ownPlan(6_000n, 'month', 1),
  ownPlan(30_000n, 'year', 1),
  ownPlan(120_000n, 'year', 1),
  // So cheap and long that a change to it leaves credit.
  ownPlan(10_000n, 'year', 2),
  ownPlan(777n, 'week', 1),
  ownPlan(0n, 'month', 1),
];

const timings: readonly Timing[] = [
  {},
  { effective: 'now' },
  { effective: 'period_end' },
  { effective: 'now', prorates: false },
];

/** Sales of a seller whose rate, country and prices change. */
const sales = [
  undefined,
  ...(['19', '25.5', '0'] as const).flatMap((percentage) =>
    [true, false].map((pricesIncludeTax): TaxedSale => saleAt(percentage, pricesIncludeTax)),
  ),
];

function saleAt(percentage: string, pricesIncludeTax: boolean): TaxedSale {
  const category = percentage === '0' ? 'AE' : 'S';
  const rate = { name: 'VAT', percentage, category, country: 'DE', region: null } as const;
  const place = { country: 'DE', region: null, postalCode: null };
  return {
    rounding: 'invoice',
    pricesIncludeTax,
    decide: () => ({ rates: [rate], treatment: { kind: 'rates', place } }),
  };
}

/** A random invoice, most often the newest. */
function some({ invoices }: MoneyStory, choice: number): Invoice | undefined {
  const all = [...invoices.values()].filter(({ status }) => status !== 'draft').toReversed();
  return all[choice % Math.min(all.length, 3)];
}

/** Refunds and disputes in progress, of all stories. */
const begun = new WeakMap<
  MoneyStory,
  { refunds: [string, string][]; disputes: [string, string, bigint][] }
>();
const begunOf = (story: MoneyStory) => {
  const known = begun.get(story) ?? { refunds: [], disputes: [] };
  begun.set(story, known);
  return known;
};

const DAY_MS = 86_400_000;
const at = <Item>(items: readonly Item[], choice: number): Item | undefined =>
  items[choice % Math.max(1, items.length)];

function update(story: MoneyStory, choice: number, by: readonly Timing[]): void {
  const plan = at(plans, choice);
  const timing = at(by, Math.floor(choice / plans.length));
  if (plan) story.update({ plan, quantity: (choice % 3) + 1 }, timing);
}

const addOnPrices = [500n, 1_999n, 12_345n, 3n, 0n];

/** Adds, removes or changes one of a few add-ons, or the quantity of the plan. */
function changeItems(story: MoneyStory, choice: number, by: readonly Timing[]): void {
  const { plan, quantity, addOns = [] } = story.state;
  const { interval, intervalCount } = plan;
  const amount = at(addOnPrices, choice) ?? 500n;
  const addOn = ownPlan(amount, interval, intervalCount, `add_${amount}_${interval}`);
  const others = addOns.filter((item) => item.plan.id !== addOn.id);
  const action = Math.floor(choice / 5) % 3;
  const timing = at(by, Math.floor(choice / 15));
  const changed = action === 0 ? [] : [{ plan: addOn, quantity: action + (choice % 2) }];
  const count = choice % 4 === 0 ? (choice % 3) + 1 : quantity;
  // Add-ons have the interval of their plan.
  const kept = others.filter((item) => item.plan.interval === interval);
  story.update({ plan, quantity: count, addOns: [...kept, ...changed] }, timing);
}

const moves: readonly Move[] = [
  ...creditMoves,
  ['a day', (story) => (story.now += DAY_MS)],
  ['weeks', (story, choice) => (story.now += (choice % 40) * DAY_MS + 12_345)],
  ['tick', (story) => story.command({ type: 'tick', invoiceId: crypto.randomUUID() })],
  ['tick again', (story) => story.command({ type: 'tick', invoiceId: crypto.randomUUID() })],
  [
    'outcome',
    (story, choice) => {
      const isFree = story.state.charging?.charge.amount === 0n;
      story.charged(isFree ? paid : ([paid, sent(), failed, paid][choice % 4] ?? paid));
    },
  ],
  ['paid', (story) => story.charged(paid)],
  [
    'pay',
    (story, choice) => {
      const invoice = some(story, choice);
      if (!invoice || story.state.charging) return;
      const { amount, creditedOwed } = invoice;
      // From the page created before credit was returned, or from one created after.
      const asked = choice % 2 === 0 ? openOf(invoice) : amount - creditedOwed;
      if (asked > 0n) story.pay(invoice, { transactionId: null, amount: asked });
    },
  ],
  ['update', (story, choice) => update(story, choice, timings)],
  ['items', (story, choice) => changeItems(story, choice, timings)],
  ['more items', (story, choice) => changeItems(story, choice, timings)],
  ['taxes', (story, choice) => (story.sale = at(sales, choice))],
  ['pause', (story) => story.command({ type: 'pause', resumesAt: null })],
  ['resume', (story) => story.command({ type: 'resume' })],
  ['cancel with credit', (story, choice) => choice % 8 === 0 && story.cancelWithCredit()],
  // A charge of zero is paid without a request.
  ['sent', (story) => story.charged(story.state.charging?.charge.amount === 0n ? paid : sent())],
  [
    'close',
    (story, choice) => {
      const invoice = some(story, choice);
      if (invoice) story.close(invoice, choice % 2 === 0 ? 'void' : 'write_off');
    },
  ],
  [
    'note',
    (story, choice) => {
      const invoice = some(story, choice);
      const to = [undefined, 'balance', 'card', 'outside', 'invoice'] as const;
      const amount = BigInt((choice * 37) % 9_000) + 1n;
      if (invoice)
        story.note(
          invoice.id,
          choice % 5 === 0 ? { kind: 'all' } : { kind: 'amount', amount },
          at(to, choice),
        );
    },
  ],
  [
    'refund of a note fails',
    (story, choice) => {
      const invoice = some(story, choice);
      const amount = BigInt((choice * 41) % 3_000) + 1n;
      if (!invoice || !story.note(invoice.id, { kind: 'amount', amount }, 'card')) return;
      story.recredit(invoice.id, `re_${choice}`, amount);
    },
  ],
  [
    'refund',
    (story, choice) => {
      const invoice = some(story, choice);
      const source = invoice && story.refund(invoice.id, BigInt((choice * 53) % 40_000));
      if (source) begunOf(story).refunds.push([invoice.id, source]);
    },
  ],
  [
    'refund fails',
    (story, choice) => {
      const refund = at(begunOf(story).refunds, choice);
      if (refund) story.failRefund(...refund);
    },
  ],
  [
    'dispute',
    (story, choice) => {
      const invoice = some(story, choice);
      const amount = invoice && invoice.standing.paid / BigInt((choice % 2) + 1);
      if (!invoice || !amount || begunOf(story).disputes.length > 2) return;
      const source = `dis_${begunOf(story).disputes.length}`;
      begunOf(story).disputes.push([invoice.id, source, amount]);
      story.dispute(invoice.id, source, amount, 'withheld');
    },
  ],
  [
    'dispute ends',
    (story, choice) => {
      const disputed = at(begunOf(story).disputes, choice);
      const ends = ['kept', 'lost', 'withheld'] as const;
      if (disputed) story.dispute(...disputed, ends[choice % 3] ?? 'lost');
    },
  ],
];

const disputesOf = (invoice: Invoice) => invoice.standing.withheld + invoice.standing.lost;

/** Laws that hold after every step. */
function assertLaws(story: MoneyStory): void {
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

const history = fc.array(fc.tuple(fc.nat(moves.length - 1), fc.nat(10_000)), {
  minLength: 10,
  maxLength: 60,
  size: 'max',
});
const RUNS = Number(process.env.MONEY_RUNS ?? 600);

describe('the money of a customer', { timeout: 3_600_000 }, () => {
  it('adds up after every step of random histories', () => {
    const seen = new Map<string, number>();
    let steps = 0;
    fc.assert(
      fc.property(fc.constantFrom(...plans), history, (plan, choices) => {
        const story = new MoneyStory('2026-01-01T00:00:00Z', plan);
        story.charged(paid);
        for (const [index, choice] of choices) {
          const [name, act] = moves[index] ?? expect.unreachable();
          act(story, choice);
          assertLaws(story);
          steps += 1;
          seen.set(name, (seen.get(name) ?? 0) + 1);
        }
        for (const entry of [...story.entries.values()].flat())
          seen.set(entry.kind, (seen.get(entry.kind) ?? 0) + 1);
        for (const { lines } of story.invoices.values())
          if (lines.some(({ isPartial }) => isPartial))
            seen.set('partial', (seen.get('partial') ?? 0) + 1);
      }),
      { numRuns: RUNS },
    );
    const kinds = ['credited', 'voided', 'refunded'];
    for (const kind of [
      ...kinds,
      'partial',
      'withheld',
      'lost',
      'credit_adjusted',
      'credit_expired',
    ])
      expect(seen.get(kind), kind).toBeGreaterThan(0);
    expect(steps).toBeGreaterThan(RUNS * 10);
  });

  it('gives no credit for time of an invoice that credit paid in part', () => {
    const [monthly, weekly] = [ownPlan(3_000n, 'month', 1), ownPlan(777n, 'week', 1)];
    const story = new MoneyStory('2026-01-01T00:00:00Z', monthly);
    story.charged(paid);
    story.note(newest(story).id, { kind: 'amount', amount: 2_039n }, 'balance');
    story.now = Date.parse('2026-02-01T00:00:00Z');
    story.command({ type: 'tick', invoiceId: crypto.randomUUID() });
    story.charged(sent());
    story.now = Date.parse('2026-02-10T00:00:00Z');
    expect(story.update({ plan: weekly, quantity: 1 }, { effective: 'now' })).toBe(false);
    story.pay(newest(story), { transactionId: null });
    expect(story.update({ plan: weekly, quantity: 1 }, { effective: 'now' })).toBe(true);
    assertLaws(story);
  });

  it('is worth the used time, to the second, if nothing is granted or taken', () => {
    const prorated = timings.filter(({ prorates = true }) => prorates);
    const fair: readonly Move[] = [
      ...moves.filter(([name]) =>
        ['a day', 'weeks', 'tick', 'paid', 'pause', 'resume'].includes(name),
      ),
      ['update', (story, choice) => update(story, choice, prorated)],
      ['items', (story, choice) => changeItems(story, choice, prorated)],
    ];
    const plain = fc.array(fc.tuple(fc.nat(fair.length - 1), fc.nat(10_000)), {
      minLength: 5,
      maxLength: 40,
      size: 'max',
    });
    fc.assert(
      fc.property(fc.constantFrom(...plans), plain, (plan, choices) => {
        const story = new MoneyStory('2026-01-01T00:00:00Z', plan);
        story.charged(paid);
        let used = 0;
        for (const [index, choice] of choices) {
          const before = story.state;
          const since = story.now;
          fair[index]?.[1](story, choice);
          used += valueBetween(before, since, story.now);
          while (story.now >= story.state.periodEndAt && story.state.status === 'active') {
            story.command({ type: 'tick', invoiceId: crypto.randomUUID() });
            const renewed = story.state.periodEndAt;
            story.charged(paid);
            used += valueBetween(story.state, renewed, story.now);
          }
          story.charged(paid);
        }
        story.cancelWithCredit();
        const paidIn = story.balanceOf('cash');
        const difference = Number(paidIn - story.credit) - used;
        // Each change rounds its lines to whole minor units.
        expect(Math.abs(difference)).toBeLessThanOrEqual(story.invoices.size * 2 + 1);
      }),
      { numRuns: RUNS / 3 },
    );
  });
});

/** A history in which an entry of each kind occurs; the entries of that kind may be left out. */
const histories: Readonly<Record<EntryKind, (story: MoneyStory) => void>> = {
  finalized: (story) => story.charged(paid),
  paid: (story) => story.charged(paid),
  credited: (story) => {
    story.charged(paid);
    story.note(newest(story).id, { kind: 'amount', amount: 1_000n }, 'balance');
  },
  credit_returned: (story) => {
    histories.credited(story);
    story.now += 366 * DAY_MS;
    story.command({ type: 'tick', invoiceId: crypto.randomUUID() });
    story.charged(sent());
    story.close(newest(story), 'void');
  },
  voided: (story) => {
    story.charged(sent());
    story.close(newest(story), 'void');
  },
  written_off: (story) => {
    story.charged(sent());
    story.close(newest(story), 'write_off');
  },
  granted: (story) => {
    story.charged(paid);
    story.update({ plan: ownPlan(10_000n, 'year', 2), quantity: 1 }, { effective: 'now' });
    story.charged(paid);
  },
  recredited: (story) => {
    story.charged(paid);
    story.note(newest(story).id, { kind: 'amount', amount: 1_000n }, 'card');
    story.recredit(newest(story).id, 're_1', 1_000n);
  },
  refunded: (story) => {
    story.charged(paid);
    story.refund(newest(story).id, 1_000n);
  },
  withheld: (story) => {
    story.charged(paid);
    story.dispute(newest(story).id, 'dis_1', 1_000n, 'withheld');
  },
  credit_adjusted: (story) => story.adjust(1_000n, null),
  credit_expired: (story) => {
    story.adjust(1_000n, story.now + DAY_MS);
    story.now += DAY_MS;
    story.expire();
  },
  lost: (story) => {
    story.charged(paid);
    story.dispute(newest(story).id, 'dis_1', 1_000n, 'lost');
  },
};

function newest(story: MoneyStory): Invoice {
  return some(story, 0) ?? expect.unreachable();
}

it.each(entryKinds)('detects missing entries: %s', (kind) => {
  const begin = () => new MoneyStory('2026-01-01T00:00:00Z', ownPlan(120_000n, 'year', 1));
  const sound = begin();
  histories[kind](sound);
  expect([...sound.entries.values()].flat().map((entry) => entry.kind)).toContain(kind);
  assertLaws(sound);
  const defective = begin();
  defective.omitted = kind;
  expect(() => {
    histories[kind](defective);
    assertLaws(defective);
  }).toThrow();
});

/** The price of the time between two instants; minor units, not rounded. */
function valueBetween(
  { status, periodStartAt, periodEndAt, periodSeconds, ...terms }: MoneyStory['state'],
  from: number,
  until: number,
): number {
  if (status !== 'active') return 0;
  const seconds =
    Math.floor(Math.min(until, periodEndAt) / 1_000) -
    Math.floor(Math.max(from, periodStartAt) / 1_000);
  return (Number(priceOf(terms)) * Math.max(0, seconds)) / periodSeconds;
}
