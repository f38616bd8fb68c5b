import { dunningFinalActions, type Uuid } from '@florin/contracts';
import { type Invoice, openOf } from '../src/domain/invoice/model.ts';
import {
  amountOf,
  type DisputedMoney,
  dispute,
  keepRefund,
} from '../src/domain/invoice/money-back.ts';
import type { Timing } from '../src/domain/subscription/commands.ts';
import type { TaxedSale } from '../src/domain/tax/charges.ts';
import { creditMoves, type Move } from './credit-moves.ts';
import type { MoneyStory } from './money-story.ts';
import { receiveSome } from './outside-moves.ts';
import { failed, ownPlan, paid, sent } from './stories.ts';

export const plans = [
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

export const timings: readonly Timing[] = [
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
export function some({ invoices }: MoneyStory, choice: number): Invoice | undefined {
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

export const DAY_MS = 86_400_000;
const at = <Item>(items: readonly Item[], choice: number): Item | undefined =>
  items[choice % Math.max(1, items.length)];

export function update(story: MoneyStory, choice: number, by: readonly Timing[]): void {
  const plan = at(plans, choice);
  const timing = at(by, Math.floor(choice / plans.length));
  if (plan) story.update({ plan, quantity: (choice % 3) + 1 }, timing);
}

const addOnPrices = [500n, 1_999n, 12_345n, 3n, 0n];

/** Adds, removes or changes one of a few add-ons, or the quantity of the plan. */
export function changeItems(story: MoneyStory, choice: number, by: readonly Timing[]): void {
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

export const moves: readonly Move[] = [
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
  [
    'receive',
    (story, choice) => {
      const invoice = some(story, choice);
      return invoice && receiveSome(story, invoice, choice);
    },
  ],
  ['update', (story, choice) => update(story, choice, timings)],
  ['items', (story, choice) => changeItems(story, choice, timings)],
  ['more items', (story, choice) => changeItems(story, choice, timings)],
  ['taxes', (story, choice) => (story.sale = at(sales, choice))],
  ['pause', (story) => story.command({ type: 'pause', resumesAt: null })],
  [
    'final action',
    (story, choice) => {
      const finalAction = at(dunningFinalActions, choice) ?? 'cancel';
      story.rules = { ...story.rules, finalAction };
    },
  ],
  ['fails', (story) => story.charged(failed)],
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
      if (refund) failRefund(story, ...refund);
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
      beginDispute(story, invoice.id, source, amount, 'withheld');
    },
  ],
  [
    'dispute ends',
    (story, choice) => {
      const disputed = at(begunOf(story).disputes, choice);
      const ends = ['kept', 'lost', 'withheld'] as const;
      if (disputed) beginDispute(story, ...disputed, ends[choice % 3] ?? 'lost');
    },
  ],
];

function failRefund(story: MoneyStory, id: Uuid, source: string): void {
  const amount = amountOf(story.entries.get(id) ?? [], 'refunded', source);
  if (amount > 0n) story.save(id, (now) => keepRefund(now, { source, amount }, story.now));
}

/** A dispute begins or is decided. */
export function beginDispute(
  story: MoneyStory,
  id: Uuid,
  source: string,
  amount: bigint,
  money: DisputedMoney,
): void {
  const entries = story.entries.get(id) ?? [];
  const known = {
    withheld: amountOf(entries, 'withheld', source),
    lost: amountOf(entries, 'lost', source),
  };
  story.save(id, (now) => dispute(now, known, { source, amount, money }, story.now));
}
