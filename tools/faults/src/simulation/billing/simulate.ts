import { isDeepStrictEqual } from 'node:util';
import { applyEvent } from '@florin/billing/src/subscriptions/apply.ts';
import type { Command, Create } from '@florin/billing/src/subscriptions/commands-model.ts';
import { decide, decideCreate } from '@florin/billing/src/subscriptions/decide.ts';
import type { Subscription } from '@florin/billing/src/subscriptions/model.ts';
import { newId } from '@florin/contracts';
import { parseCurrency } from '@florin/money';
import { describeTerms } from './charge.ts';
import { Model, type View } from './model.ts';
import { type Beginning, plans, type Step, type Story, type Terms } from './story.ts';

type Decide = typeof decide;
type Change = Exclude<Command, Create>;

/** The first step after which core and model differ, in words; undefined when they never do. */
export function simulate(
  { beginning, steps }: Story,
  decideWith: Decide = decide,
): string | undefined {
  let now = beginning.at;
  const model = new Model(beginning, wholeSecond(now));
  let core = begin(beginning);
  let last: Extract<Change, { type: 'record_charge' }> | undefined;
  let changes = 0;
  const names = new Map<string, string>();

  for (const [index, step] of steps.entries()) {
    if (step.what === 'wait') {
      now += step.ms;
      continue;
    }
    const command = toCommand(step, core, now, beginning.isCustomer, last);
    if (command?.type === 'record_charge') last = command;
    const decision = command && decideWith(core, command, now);
    if (decision?.accepted) core = decision.events.reduce<Subscription>(applyEvent, core);
    if (command?.type === 'update' && decision?.accepted)
      names.set(`change:${command.changeId}`, `change ${changes++}`);
    const isAccepted = model.tell(step, wholeSecond(now));
    const [expected, found] = [model.view(), viewOf(core, names)];
    if (isAccepted === (decision?.accepted ?? true) && isDeepStrictEqual(expected, found)) continue;
    return `step ${index + 1}, ${JSON.stringify(step)}: ${difference(expected, found)}`;
  }
  return undefined;
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

/** Undefined when there is nothing to tell. */
function toCommand(
  step: Exclude<Step, { what: 'wait' }>,
  { charging, openInvoices }: Subscription,
  now: number,
  isCustomer: boolean,
  last: Extract<Change, { type: 'record_charge' }> | undefined,
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
      return { type: 'update', ...toTerms(step), changeId: newId(), invoiceId: newId() };
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

function outcomeOf(isPaid: boolean, isCustomer: boolean) {
  if (!isPaid) return { kind: 'failed', reason: 'balance is 0' } as const;
  return isCustomer
    ? ({ kind: 'sent', paymentId: newId(), paymentUrl: 'http://127.0.0.1/pay/x' } as const)
    : ({ kind: 'paid', transactionId: newId() } as const);
}

function toTerms({ plan: place, quantity }: Terms) {
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
  const amount = BigInt(price);
  return { plan: { id, name: id, amount, currency, interval, intervalCount }, quantity };
}

function viewOf(core: Subscription, names: ReadonlyMap<string, string>): View {
  const { charging, dunning, pendingChange } = core;
  const tell = ({ plan, quantity }: { plan: { id: string }; quantity: number }) =>
    describeTerms({ plan: plans.findIndex(({ id }) => id === plan.id), quantity });
  const name = (cause: string) => names.get(cause) ?? cause.replace(':', ' ');
  return {
    status: core.status,
    terms: tell(core),
    pending: pendingChange && tell(pendingChange),
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
  const told = names
    .filter((name) => !isDeepStrictEqual(expected[name], found[name]))
    .map((name) => `${name} ${JSON.stringify(found[name])}, not ${JSON.stringify(expected[name])}`);
  return told.length > 0 ? told.join('; ') : 'accepted by one of them only';
}

function wholeSecond(ms: number): number {
  return ms - (ms % 1_000);
}
