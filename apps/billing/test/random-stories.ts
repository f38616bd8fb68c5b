import { newId } from '@florin/contracts';
import fc from 'fast-check';
import type { Item, Terms } from '../src/domain/price.ts';
import { applyEvent } from '../src/domain/subscription/apply.ts';
import type { Timing } from '../src/domain/subscription/commands.ts';
import type { Subscription } from '../src/domain/subscription/model.ts';
import { schemePlans, schemes } from './schemes.ts';
import { failed, ownPlan, paid, planOf, Story, sent } from './stories.ts';

const plans = [
  planOf('basic_monthly'),
  planOf('pro_monthly'),
  planOf('business_yearly'),
  ownPlan(700n, 'week', 1),
  ownPlan(333n, 'day', 3),
  ownPlan(1_000n, 'month', 1, 'twin'),
  // So cheap and long that changing to it leaves credit.
  ownPlan(40n, 'month', 2),
];

export const anyPlan = fc.oneof(fc.constantFrom(...plans), schemePlans);
/** Reaches several tiers and packages. */
export const quantities = fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 40 }));

/** Add-ons of a plan: a few prices, so that histories meet them again. */
const addOns = fc.array(
  fc.record({
    amount: fc.oneof(fc.constantFrom(500n, 1_999n, 0n, 12_345n), schemes),
    quantity: quantities,
  }),
  { maxLength: 4 },
);

/** Terms with the given add-ons at the interval of their plan. */
function withAddOns(
  { plan, quantity }: Item,
  chosen: readonly Pick<AddOn, 'amount' | 'quantity'>[],
) {
  const { interval, intervalCount } = plan;
  const items = chosen.map(({ amount, quantity: count }): Item => {
    const id = `addon_${typeof amount === 'bigint' ? amount : JSON.stringify(amount)}`;
    const priced = { ...ownPlan(0n, interval, intervalCount, `${id}_${interval}`), amount };
    return { plan: priced, quantity: count };
  });
  const unique = new Map(items.map((item) => [item.plan.id, item]));
  return { plan, quantity, addOns: [...unique.values()] };
}

interface AddOn {
  readonly amount: Item['plan']['amount'];
  readonly quantity: number;
}

export const anyTerms: fc.Arbitrary<Terms> = fc
  .tuple(anyPlan, quantities, fc.oneof(fc.constant([]), addOns))
  .map(([plan, quantity, chosen]) => withAddOns({ plan, quantity }, chosen));

/** Another set of items around those that a subscription has. */
function changedItems(state: Terms, [choice, quantity, chosen]: [number, number, AddOn[]]): Terms {
  const { plan, addOns: current = [] } = state;
  const added = withAddOns(state, chosen).addOns;
  const names = added.map((item) => item.plan.id);
  const kept = current.filter((item) => !names.includes(item.plan.id));
  const terms = { plan, quantity: state.quantity };
  if (choice === 0) return { ...terms, addOns: [...kept, ...added] };
  if (choice === 1) return { ...terms, addOns: current.slice(1) };
  if (choice === 2) return { ...terms, quantity, addOns: current };
  return {
    ...terms,
    addOns: current.map((item, place) => (place === 0 ? { ...item, quantity } : item)),
  };
}

const timings: readonly Timing[] = [
  {},
  {},
  { effective: 'now' },
  { effective: 'period_end' },
  { effective: 'now', prorates: false },
];

type Move = (story: Story) => void;

/** Tries an action; a refusal is a valid result. */
function attempt(act: (story: Story) => unknown): Move {
  return (story) => {
    try {
      act(story);
    } catch (error) {
      if (!/^(conflict|busy|invalid_request)/.test((error as Error).message)) throw error;
    }
  };
}

function oldestOpen({ openInvoices }: Subscription): string {
  return openInvoices[0]?.invoiceId ?? newId();
}

const moves: fc.Arbitrary<Move> = fc.oneof(
  { weight: 10, arbitrary: fc.constant<Move>((story) => story.tick()) },
  {
    weight: 10,
    arbitrary: fc.constantFrom('paid', 'failed', 'paid').map(
      (kind): Move =>
        (story) => {
          const { charging, customerId } = story.state;
          if (!charging) return;
          const isFree = charging.charge.amount === 0n;
          if (kind === 'failed' && !isFree) story.charged(failed);
          else story.charged(customerId === null || isFree ? paid : sent());
        },
    ),
  },
  // Seconds and odd milliseconds, days, and weeks without due work.
  ...[90_061_017, 86_400_000, 20 * 86_400_000].map((stepMs) => ({
    weight: 3,
    arbitrary: fc.constant<Move>((story) => {
      story.now += stepMs;
    }),
  })),
  {
    weight: 1,
    arbitrary: fc
      .tuple(anyTerms, fc.constantFrom(...timings))
      .map(([terms, timing]) => attempt((story) => story.updateTo(terms, timing))),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.tuple(fc.nat(3), quantities, addOns), fc.constantFrom(...timings))
      .map(([items, timing]) =>
        attempt((story) => story.updateTo(changedItems(story.state, items), timing)),
      ),
  },
  ...(
    [
      (story) => story.command({ type: 'pause', resumesAt: null }),
      (story) => story.command({ type: 'pause', resumesAt: story.now + 3 * 86_400_000 }),
      (story) => story.command({ type: 'resume' }),
      (story) => story.command({ type: 'resume' }),
      (story) => story.command({ type: 'cancel', atPeriodEnd: true }),
      (story) => story.command({ type: 'uncancel' }),
      (story) => story.command({ type: 'record_payment', invoiceId: oldestOpen(story.state) }),
      (story) => story.dunnedBy(1),
      (story) => story.dunnedBy(2, 3, 5, 30),
    ] satisfies ((story: Story) => unknown)[]
  ).map((act) => ({ weight: 1, arbitrary: fc.constant(attempt(act)) })),
  { weight: 1, arbitrary: fc.constant(attempt(repeatLastOutcome)) },
);

/** A repeated outcome, from a process that was presumed dead. */
function repeatLastOutcome(story: Story): void {
  const last = story.events.findLast((event) => event.type === 'charge_succeeded');
  if (last?.type !== 'charge_succeeded') return;
  const { charge, attempt, outcome } = last;
  story.command({ type: 'record_charge', cause: charge.cause, attempt, outcome });
}

export const stories = fc
  .record({
    trialDays: fc.constantFrom(0, 0, 2, 30),
    terms: anyTerms,
    isCustomer: fc.boolean(),
    credit: fc.constantFrom(0n, 900n),
    timezone: fc.constantFrom('UTC', 'Europe/Zurich', 'America/New_York'),
    moves: fc.array(moves, { minLength: 20, maxLength: 80 }),
  })
  .map(({ isCustomer, moves, credit, terms, ...fields }) => {
    const payer = isCustomer ? { payerAccountId: null, customerId: newId() } : {};
    const story = new Story('2026-01-31T09:30:00.789Z', { ...fields, ...terms, ...payer });
    story.grant(credit);
    for (const move of moves) move(story);
    return story;
  });

/** The states before and after each event. */
export function stepsOf({ events }: Story) {
  let state: Subscription | undefined;
  return events.map((event) => {
    const before = state;
    const after = applyEvent(before, event);
    state = after;
    return { before, event, after };
  });
}

/** `FLORIN_PROPERTY_RUNS=20000` tries more and different histories. */
const more = Number(process.env.FLORIN_PROPERTY_RUNS ?? 0);
export const seeded = more > 0 ? { numRuns: more } : { seed: 20_260_131, numRuns: 400 };
