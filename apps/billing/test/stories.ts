import { newId } from '@florin/contracts';
import { parseCurrency } from '@florin/money';
import type { Charge } from '../src/domain/charge.ts';
import { creditChange, type InvoiceCredit, withCredit } from '../src/domain/credit.ts';
import { starterPlans } from '../src/domain/plan.ts';
import type { Interval, PlanTerms, Terms } from '../src/domain/price.ts';
import { applyEvent } from '../src/domain/subscription/apply.ts';
import type {
  ChargeOutcome,
  Command,
  Create,
  Timing,
} from '../src/domain/subscription/commands.ts';
import { decide, decideCreate } from '../src/domain/subscription/decide.ts';
import { type FinalAction, usualDunning } from '../src/domain/subscription/dunning.ts';
import type { SubscriptionEvent } from '../src/domain/subscription/events.ts';
import type { Subscription, SubscriptionStatus } from '../src/domain/subscription/model.ts';

const USD = parseCurrency('USD') ?? fail();

function fail(): never {
  throw new Error('USD is no currency');
}

/** A starter plan. */
export function planOf(id: string): PlanTerms {
  const plan = starterPlans(USD).find((candidate) => candidate.id === id);
  if (!plan) throw new Error(`no plan ${id}`);
  return plan;
}

export function ownPlan(
  amount: bigint,
  interval: Interval,
  intervalCount: number,
  id = `own_${amount}_${interval}_${intervalCount}`,
): PlanTerms {
  return { id, name: id, amount, currency: USD, interval, intervalCount };
}

export const paid: ChargeOutcome = { kind: 'paid', transactionId: null };
export const failed: ChargeOutcome = { kind: 'failed', reason: 'balance is 0' };
export function sent(): ChargeOutcome {
  return { kind: 'sent', paymentId: newId(), paymentUrl: 'http://127.0.0.1/pay/x' };
}

type StoryCommand = Exclude<Command, Create | { type: 'update' } | { type: 'tick' }>;

/** A subscription of the pure core, which receives one command after the other. */
export class Story {
  readonly events: SubscriptionEvent[] = [];
  /** The payer's credit with the seller, and its history. */
  credit = 0n;
  readonly creditMoves: { cause: string; kind: InvoiceCredit; amount: bigint }[] = [];
  now: number;
  /** The seller's dunning rules. */
  private rules = usualDunning;

  constructor(at: string, fields: Partial<Create> = {}) {
    this.now = Date.parse(at);
    const command: Create = {
      type: 'create',
      id: newId(),
      sellerId: newId(),
      payerAccountId: newId(),
      customerId: null,
      customerReference: 'acc_1',
      plan: planOf('basic_monthly'),
      quantity: 1,
      timezone: 'UTC',
      metadata: {},
      testClockId: null,
      trialDays: 0,
      invoiceId: newId(),
      ...fields,
    };
    this.events.push(...decideCreate(command, this.now));
  }

  /** Replays the history, so that every story also tests the replay. */
  get state(): Subscription {
    const [first, ...rest] = this.events;
    if (!first) throw new Error('create the subscription first');
    return rest.reduce<Subscription>(applyEvent, applyEvent(undefined, first));
  }

  at(instant: string): this {
    this.now = Date.parse(instant);
    return this;
  }

  /** Sets the seller's retry schedule. */
  dunnedBy(...days: readonly number[]): this {
    this.rules = { ...this.rules, days };
    return this;
  }

  /** Sets what the last failed attempt does. */
  finally(finalAction: FinalAction): this {
    this.rules = { ...this.rules, finalAction };
    return this;
  }

  /** @throws Error with the refusal's code and message. */
  command(command: StoryCommand | Exclude<Command, Create>): this {
    const decision = decide(this.state, command, this.now, this.rules);
    if (!decision.accepted) throw new Error(`${decision.code}: ${decision.message}`);
    // Like the service: credit that the same decision returns pays later charges only.
    const credit = this.credit;
    for (const event of decision.events) this.happen(event, credit);
    return this;
  }

  /** Like the service: pays new charges from credit, and moves credit with their outcome. */
  private happen(event: SubscriptionEvent, credit: bigint): void {
    const { charging } = this.state;
    if (event.type === 'charge_started' && event.charging.attempt === 1) {
      const charge = withCredit(event.charging.charge, credit);
      this.moveCredit(charge, 'applied');
      this.events.push({ ...event, charging: { ...event.charging, charge } });
      return;
    }
    if (event.type === 'charge_succeeded') this.moveCredit(event.charge, 'granted');
    if (event.type === 'change_refused' && charging) this.moveCredit(charging.charge, 'returned');
    if (event.type === 'invoice_given_up' || event.type === 'invoice_voided')
      this.giveBack([event.invoiceId]);
    if (event.type === 'ended' && event.invoices !== 'kept') this.giveBack(event.invoiceIds);
    this.events.push(event);
  }

  private giveBack(invoiceIds: readonly string[]): void {
    for (const event of this.events)
      if (event.type === 'charge_started' && event.charging.attempt === 1)
        if (invoiceIds.includes(event.charging.charge.invoiceId))
          this.moveCredit(event.charging.charge, 'returned');
  }

  private moveCredit(charge: Charge, kind: InvoiceCredit): void {
    const amount = creditChange(charge, kind);
    this.credit += amount;
    if (amount !== 0n) this.creditMoves.push({ cause: charge.cause, kind, amount });
  }

  /** Credit from another subscription of the same payer. */
  grant(amount: bigint): this {
    this.credit += amount;
    this.creditMoves.push({ cause: 'elsewhere', kind: 'granted', amount });
    return this;
  }

  update(plan: PlanTerms, quantity = 1, pricedAt?: number, timing: Timing = {}): this {
    return this.updateTo({ plan, quantity }, timing, pricedAt);
  }

  updateTo(terms: Terms, timing: Timing = {}, pricedAt?: number): this {
    const ids = { changeId: newId(), invoiceId: newId() };
    const price = pricedAt === undefined ? {} : { pricedAt };
    return this.command({ type: 'update', ...terms, ...ids, ...price, ...timing });
  }

  tick(): this {
    return this.command({ type: 'tick', invoiceId: newId() });
  }

  /** Sets the outcome of the pending charge. */
  charged(outcome: ChargeOutcome): this {
    const { charging } = this.state;
    if (!charging) throw new Error('no charge is on its way');
    const { attempt, charge } = charging;
    return this.command({ type: 'record_charge', cause: charge.cause, attempt, outcome });
  }
}

/** Initial states for the tables' rows. */
export const beginnings: Record<Exclude<SubscriptionStatus, 'incomplete'>, () => Story> = {
  trialing: () => new Story('2026-01-01T00:00:00Z', { trialDays: 14 }).at('2026-01-05T00:00:00Z'),
  active: () => new Story('2026-01-01T00:00:00Z').charged(paid).at('2026-01-16T12:00:00Z'),
  past_due: () => new Story('2026-01-01T00:00:00Z').charged(failed).at('2026-01-01T12:00:00Z'),
  paused: () => beginnings.active().command({ type: 'pause', resumesAt: null }),
  canceled: () => beginnings.active().command({ type: 'cancel', atPeriodEnd: false }),
  expired: () => {
    const story = new Story('2026-01-01T00:00:00Z', { trialDays: 14 }).at('2026-01-15T00:00:00Z');
    story.tick(); // Announces the end of the trial.
    story.tick().charged(failed);
    for (const day of ['16', '18', '20', '22'])
      story.at(`2026-01-${day}T00:00:00Z`).tick().charged(failed);
    return story;
  },
};
