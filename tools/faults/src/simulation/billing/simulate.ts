import { isDeepStrictEqual } from 'node:util';
import type { Terms as CoreTerms } from '@florin/billing/src/domain/price.ts';
import { applyEvent } from '@florin/billing/src/domain/subscription/apply.ts';
import type { Command, Create } from '@florin/billing/src/domain/subscription/commands.ts';
import { type decide, decideCreate } from '@florin/billing/src/domain/subscription/decide.ts';
import type { Subscription } from '@florin/billing/src/domain/subscription/model.ts';
import { newId } from '@florin/contracts';
import { parseCurrency } from '@florin/money';
import fc from 'fast-check';
import { describeTerms, lengthOf } from './charge.ts';
import { Model } from './model.ts';
import {
  addOnPrices,
  type Beginning,
  beginningArbitrary,
  plans,
  STEPS_MAX,
  type Step,
  stepArbitrary,
  type Terms,
} from './story.ts';
import type { View } from './view.ts';

type Decide = typeof decide;
type Change = Exclude<Command, Create>;
type RecordCharge = Extract<Change, { type: 'record_charge' }>;

/** The pure core of billing, and the story's requests so far. */
interface Played {
  readonly decide: Decide;
  readonly isCustomer: boolean;
  /** Names in the model, by id. */
  readonly names: Map<string, string>;
  core: Subscription;
  last: RecordCharge | undefined;
  now: number;
  steps: number;
}

/** A step of a story, run by the model and by the core, which must agree. */
class StepCommand implements fc.Command<Model, Played> {
  readonly step: Step;

  constructor(step: Step) {
    this.step = step;
  }

  check(): boolean {
    return true;
  }

  run(model: Model, played: Played): void {
    const { step } = this;
    played.steps += 1;
    if (step.what === 'wait') {
      played.now += step.ms;
      return;
    }
    const { names, now } = played;
    const command = toCommand(step, played);
    if (command?.type === 'record_charge') played.last = command;
    const decision = command && played.decide(played.core, command, now);
    if (decision?.accepted)
      played.core = decision.events.reduce<Subscription>(applyEvent, played.core);
    if (command?.type === 'update' && decision?.accepted)
      names.set(`change:${command.changeId}`, `change ${names.size}`);
    const isAccepted = model.ask(step, wholeSecond(now));
    const [expected, found] = [model.view(), viewOf(played.core, names)];
    if (isAccepted !== (decision?.accepted ?? true) || !isDeepStrictEqual(expected, found))
      throw new Error(difference(expected, found));
  }

  toString(): string {
    return JSON.stringify(this.step);
  }
}

/** Stories of subscriptions; fast-check shrinks one that fails. */
export const stories = fc.record({
  beginning: beginningArbitrary,
  steps: fc.commands<Model, Played>([stepArbitrary.map((step) => new StepCommand(step))], {
    maxCommands: STEPS_MAX,
    size: 'max',
  }),
});

/**
 * Plays a story with the model and the core.
 * @returns the number of steps. @throws Error with the first difference.
 */
export function play(
  { beginning, steps }: { beginning: Beginning; steps: Iterable<fc.Command<Model, Played>> },
  decideWith: Decide,
): number {
  const { at: now, isCustomer } = beginning;
  const model = new Model(beginning, wholeSecond(now));
  const core = begin(beginning);
  const played: Played = {
    ...{ decide: decideWith, isCustomer, names: new Map(), core, last: undefined, now, steps: 0 },
  };
  fc.modelRun(() => ({ model, real: played }), steps);
  return played.steps;
}

function begin({ at, trialDays, isCustomer, ...terms }: Beginning): Subscription {
  const command: Create = {
    type: 'create',
    id: newId(),
    sellerId: newId(),
    payerAccountId: isCustomer ? null : newId(),
    customerId: isCustomer ? newId() : null,
    customerReference: 'c1',
    ...toTerms(terms),
    timezone: 'UTC',
    metadata: {},
    testClockId: null,
    trialDays,
    invoiceId: newId(),
  };
  const [first, ...rest] = decideCreate(command, at);
  if (!first) throw new Error('nothing was created');
  return rest.reduce<Subscription>(applyEvent, applyEvent(undefined, first));
}

/** Undefined without a request. */
function toCommand(
  step: Exclude<Step, { what: 'wait' }>,
  { core: { charging, openInvoices, ...core }, now, isCustomer, last }: Played,
): Change | undefined {
  switch (step.what) {
    case 'tick':
      return { type: 'tick', invoiceId: newId() };
    case 'charge': {
      const outcome = outcomeOf(step.isPaid, isCustomer);
      if (step.isRepeated) return last && { ...last, outcome };
      if (!charging) return undefined;
      const { attempt, charge } = charging;
      return { type: 'record_charge', cause: charge.cause, attempt, outcome };
    }
    case 'pay': {
      const [oldest] = openInvoices;
      return oldest && { type: 'record_payment', invoiceId: oldest.invoiceId };
    }
    case 'pause':
      return { type: 'pause', resumesAt: step.days === null ? null : now + step.days * 86_400_000 };
    case 'update':
      return {
        ...{ type: 'update', ...toTerms(step), changeId: newId(), invoiceId: newId() },
        ...(isShorter(step, core) && { effective: 'period_end' }),
      };
    case 'cancel':
    case 'cancel at end':
      return { type: 'cancel', atPeriodEnd: step.what === 'cancel at end' };
    case 'resume':
    case 'uncancel':
      return { type: step.what };
    default:
      return step satisfies never;
  }
}

/**
 * A change to a shorter interval waits: an immediate one could leave a credit, which the model
 * lacks.
 */
function isShorter(
  { plan }: Pick<Terms, 'plan'>,
  { status, pause, dunning, ...core }: Pick<Subscription, 'plan' | 'status' | 'pause' | 'dunning'>,
): boolean {
  if ((pause?.from ?? status) === 'trialing') return false;
  const { id } = (status === 'past_due' && dunning?.charge?.buys.plan) || core.plan;
  const from = plans.findIndex((each) => each.id === id);
  const terms = { quantity: 1, addOns: [] };
  return lengthOf({ ...terms, plan }) < lengthOf({ ...terms, plan: from });
}

function outcomeOf(isPaid: boolean, isCustomer: boolean) {
  if (!isPaid) return { kind: 'failed', reason: 'balance is 0' } as const;
  return isCustomer
    ? ({ kind: 'sent', paymentId: newId(), paymentUrl: 'http://127.0.0.1/pay/x' } as const)
    : ({ kind: 'paid', transactionId: newId() } as const);
}

function toTerms({ plan: place, quantity, addOns }: Terms) {
  const plan = plans[place];
  const currency = parseCurrency('USD');
  if (!plan || !currency) throw new Error('there is no such plan');
  const { id, price, months, days } = plan;
  const [interval, intervalCount] =
    months === 12
      ? (['year', 1] as const)
      : months > 0
        ? (['month', months] as const)
        : (['day', days] as const);
  const terms = { currency, interval, intervalCount };
  const added = addOns.flatMap((count, index) => {
    const name = `${index} of ${interval}`;
    const amount = BigInt(addOnPrices[index] ?? 0);
    return count === 0 ? [] : [{ plan: { id: name, name, amount, ...terms }, quantity: count }];
  });
  return { plan: { id, name: id, amount: BigInt(price), ...terms }, quantity, addOns: added };
}

function viewOf(core: Subscription, names: ReadonlyMap<string, string>): View {
  const { charging, dunning, pendingChange } = core;
  const describe = ({ plan, quantity, addOns = [] }: CoreTerms) =>
    describeTerms({
      plan: plans.findIndex(({ id }) => id === plan.id),
      quantity,
      addOns: addOnPrices.map(
        (_, index) => addOns.find((item) => item.plan.id.startsWith(`${index} `))?.quantity ?? 0,
      ),
    });
  const name = (cause: string) => names.get(cause) ?? cause.replace(':', ' ');
  return {
    status: core.status,
    terms: describe(core),
    pending: pendingChange && describe(pendingChange),
    period: [core.periodStartAt, core.periodEndAt],
    isFlagged: core.isCancelScheduled,
    canceledAt: core.canceledAt,
    endedAt: core.endedAt,
    charging:
      charging &&
      `${name(charging.charge.cause)} ${charging.charge.amount} try ${charging.attempt}`,
    attempts: dunning?.attempts ?? 0,
    nextAttemptAt: dunning?.nextAttemptAt ?? null,
    open: core.openInvoices.map(({ dueAt }) => dueAt),
    banked: core.pause?.remainingSeconds ?? null,
  };
}

function difference(expected: View, found: View): string {
  const names = Object.keys(expected) as (keyof View)[];
  const differing = names
    .filter((name) => !isDeepStrictEqual(expected[name], found[name]))
    .map((name) => `${name} ${JSON.stringify(found[name])}, not ${JSON.stringify(expected[name])}`);
  return differing.length > 0 ? differing.join('; ') : 'accepted by one of them only';
}

function wholeSecond(ms: number): number {
  return ms - (ms % 1_000);
}
