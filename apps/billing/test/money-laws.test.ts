import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EntryKind, entryKinds } from '../src/domain/books/model.ts';
import { type Invoice, isPartPaid } from '../src/domain/invoice/model.ts';
import { priceOf } from '../src/domain/price.ts';
import type { Move } from './credit-moves.ts';
import { assertLaws } from './money-laws.ts';
import {
  beginDispute,
  changeItems,
  DAY_MS,
  moves,
  plans,
  some,
  timings,
  update,
} from './money-moves.ts';
import { MoneyStory } from './money-story.ts';
import { receive } from './outside-moves.ts';
import { ownPlan, paid, sent } from './stories.ts';

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
    const kinds = ['credited', 'voided', 'refunded', 'partial'];
    for (const kind of [...kinds, 'withheld', 'lost', 'credit_adjusted', 'credit_expired'])
      expect(seen.get(kind), kind).toBeGreaterThan(0);
    expect(steps).toBeGreaterThan(RUNS * 10);
  });

  it('adds up after every step of histories with payments in parts', () => {
    const names = ['receive', 'note', 'close', 'pay', 'a day', 'weeks', 'tick', 'sent'];
    const others = ['update', 'cancel with credit', 'refund', 'grant', 'outcome', 'taxes', 'fails'];
    const dunned = ['final action', 'tick again', 'resume'];
    const chosen = moves.filter(([name]) => [...names, ...others, ...dunned].includes(name));
    const steps = fc.array(fc.tuple(fc.nat(chosen.length - 1), fc.nat(10_000)), {
      ...{ minLength: 5, maxLength: 40, size: 'max' },
    });
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(fc.constantFrom(...plans), steps, (plan, choices) => {
        const story = new MoneyStory('2026-01-01T00:00:00Z', plan);
        story.charged(sent());
        for (const [index, choice] of choices) {
          chosen[index]?.[1](story, choice);
          assertLaws(story);
        }
        for (const invoice of story.invoices.values()) {
          const state = isPartPaid(invoice) ? `part-paid ${invoice.status}` : invoice.status;
          seen.set(state, (seen.get(state) ?? 0) + 1);
        }
        for (const entry of [...story.entries.values()].flat())
          seen.set(entry.kind, (seen.get(entry.kind) ?? 0) + 1);
      }),
      { numRuns: RUNS },
    );
    const states = ['part-paid open', 'part-paid uncollectible', 'paid', 'void'];
    for (const each of [...states, 'overpaid', 'written_off', 'credited', 'credit_returned'])
      expect(seen.get(each), each).toBeGreaterThan(0);
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

  it('keeps at most one more share for each item of a change', () => {
    const [base, seats] = [ownPlan(3_000n, 'month', 1), ownPlan(700n, 'month', 1, 'seats')];
    const story = new MoneyStory('2026-01-01T00:00:00Z', base);
    story.charged(paid);
    for (let count = 1; count <= 30; count += 1) {
      const addOns = [{ plan: seats, quantity: count }];
      story.update({ plan: base, quantity: count, addOns }, { effective: 'now' });
      story.charged(paid);
      const { contributions } = story.boughtTime();
      expect(contributions.length).toBeLessThanOrEqual(2 * story.invoices.size);
    }
    expect(story.invoices.size).toBe(31);
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
      { numRuns: Math.ceil(RUNS / 3) },
    );
  });
});

/** A history in which an entry of each kind occurs; the entries of that kind may be left out. */
const histories: Readonly<Record<EntryKind, (story: MoneyStory) => void>> = {
  finalized: (story) => story.charged(paid),
  paid: (story) => story.charged(paid),
  overpaid: (story) => {
    story.charged(sent());
    receive(story, newest(story), 150_000n);
  },
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
    beginDispute(story, newest(story).id, 'dis_1', 1_000n, 'withheld');
  },
  credit_adjusted: (story) => story.adjust(1_000n, null),
  credit_expired: (story) => {
    story.adjust(1_000n, story.now + DAY_MS);
    story.now += DAY_MS;
    story.expire();
  },
  lost: (story) => {
    story.charged(paid);
    beginDispute(story, newest(story).id, 'dis_1', 1_000n, 'lost');
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
