import type { Uuid } from '@florin/contracts';
import { costOf, formatDecimal, prorate, rate, rational } from '@florin/money';
import type { Charge, Funding, Line } from '../charge.ts';
import { withCredit, withGrant } from '../credit.ts';
import { secondsBetween } from '../instants.ts';
import { compareTerms, type Terms, termsOf } from '../price.ts';
import { applyEvent } from '../subscription/apply.ts';
import { shareOf } from '../subscription/charges.ts';
import { decide } from '../subscription/decide.ts';
import { changeStartedBy, type SubscriptionEvent } from '../subscription/events.ts';
import { nextPeriodAt, type Subscription } from '../subscription/model.ts';
import { addedTaxOf, taxedAgain } from '../tax/charges.ts';
import { explainDiscount } from './discount.ts';

/** Input and result of a change. */
export interface ExplainedChange {
  readonly direction: 'up' | 'down' | 'equal';
  readonly from: Terms;
  readonly to: Terms;
  /** State during the period, before the change. */
  readonly before: Subscription;
  readonly at: number;
  /** The instant of the price; a quote makes it earlier than `at`. */
  readonly pricedAt: number;
  readonly effectiveAt: number;
  readonly outcome: 'applied' | 'scheduled' | 'refused' | 'pending';
  readonly charge: Charge | null;
  /** The charged amount, and the amount that recomputation gives. */
  readonly amount: bigint;
  readonly recomputed: bigint;
}

/**
 * Explains a change by replaying the subscription's history up to it and deciding again. Undefined
 * if the history has no such change.
 */
export function explainChange(
  history: readonly SubscriptionEvent[],
  changeId: Uuid,
  creditBefore: bigint,
): ExplainedChange | undefined {
  const place = history.findIndex((event) => changeStartedBy(event) === changeId);
  const event = history[place];
  const before = history.slice(0, place).reduce<Subscription | undefined>(applyEvent, undefined);
  const charge = event?.type === 'charge_started' ? event.charging.charge : null;
  const to = charge?.buys ?? (event && changedTermsOf(event));
  if (!event || !before || !to) return undefined;

  const pricedAt = charge ? pricedAtOf(charge.lines, event.at) : event.at;
  const isLater = event.type === 'change_scheduled';
  const command = {
    ...({ type: 'update', ...termsOf(to), changeId } as const),
    ...({ effective: isLater ? 'period_end' : 'now', prorates: charge !== null } as const),
  };
  const invoiceId = charge?.invoiceId ?? changeId;
  const funding = charge ? fundingOf(charge.lines) : undefined;
  const again = decide(before, { ...command, invoiceId, pricedAt, funding }, event.at);
  const started = again.accepted
    ? again.events.find((decided) => decided.type === 'charge_started')
    : undefined;
  return {
    direction: compareTerms(before, to),
    from: termsOf(before),
    to: termsOf(to),
    before,
    at: event.at,
    pricedAt,
    effectiveAt: isLater ? nextPeriodAt(before) : pricedAt,
    outcome: outcomeOf(history.slice(place), charge, isLater),
    charge,
    amount: charge?.amount ?? 0n,
    recomputed:
      started?.type === 'charge_started'
        ? recomputedAmount(started.charging.charge, charge, creditBefore)
        : 0n,
  };
}

/** The instant from which the lines of a change count. */
function pricedAtOf(lines: readonly Line[], at: number): number {
  const lineOfUnused = lines.find(({ type }) => type === 'unused_time');
  return (lineOfUnused ?? lines.find(({ isPartial }) => isPartial))?.startAt ?? at;
}

/** Funding as stored in the lines of a change. */
function fundingOf(lines: readonly Line[]): Funding | undefined {
  const { share } = lines.find(({ type }) => type === 'unused_time') ?? {};
  const { paid: worth, of: priced } = share ?? { paid: 0n, of: 0n };
  const isOfOtherItems = !lines.some(({ isPartial }) => isPartial);
  return { priced, worth, isOwed: false, sources: [], items: new Map(), isOfOtherItems };
}

/** Uses the stored taxes: rates and addresses may have changed since. */
function recomputedAmount(again: Charge, charge: Charge | null, creditBefore: bigint): bigint {
  const bought = again.lines.filter(({ type }) => type !== 'credit_granted');
  const lines = taxedAgain(bought, charge?.lines ?? []);
  const amount = lines.reduce((sum, line) => sum + line.amount, 0n);
  return withCredit(withGrant({ ...again, lines, amount }), creditBefore).amount;
}

function changedTermsOf(event: SubscriptionEvent): Terms | undefined {
  return event.type === 'plan_changed' || event.type === 'change_scheduled' ? event : undefined;
}

function outcomeOf(
  since: readonly SubscriptionEvent[],
  charge: Charge | null,
  isLater: boolean,
): ExplainedChange['outcome'] {
  if (!charge) return isLater ? 'scheduled' : 'applied';
  for (const event of since) {
    if (event.type === 'charge_succeeded' && event.charge.cause === charge.cause) return 'applied';
    if (event.type === 'change_refused' && event.cause === charge.cause) return 'refused';
  }
  return 'pending';
}

/** How the amount of a line was computed. Amounts are minor units. */
export interface ExplainedLine {
  readonly line: Line;
  readonly formula: string;
  readonly rounding: 'half_even' | 'half_up' | 'none';
  /** The unrounded amount as a fraction of integers. */
  readonly exact: string;
  /** Recomputed from the dates and the price. */
  readonly recomputed: bigint;
  /** Sum of the other lines, if the amount depends on it. */
  readonly otherLines: bigint | null;
  /** The payer's credit when it was applied, if any was. */
  readonly creditBalance: bigint | null;
}

/**
 * Recomputes a line. `others` are the earlier lines of its invoice; `creditBefore` is the payer's
 * credit before it was applied.
 */
export function explainLine(
  line: Line,
  others: readonly Line[],
  creditBefore: bigint,
  all: readonly Line[] = [...others, line],
): ExplainedLine {
  const price = costOf(line.unitAmount, line.quantity);
  const isScheme = typeof line.unitAmount !== 'bigint';
  const cost = isScheme ? 'round(details)' : 'quantity × unit_amount';
  const otherLines = others.reduce((sum, other) => sum + other.amount, 0n);
  const whole = { line, rounding: 'none', otherLines: null, creditBalance: null } as const;
  switch (line.type) {
    case 'period':
    case 'item':
      return {
        ...whole,
        formula: cost,
        ...(isScheme && { rounding: 'half_up' as const }),
        exact: exactOf(line),
        recomputed: price,
      };
    case 'proration': {
      const { rest, period } = secondsOf(line);
      return {
        ...whole,
        formula: `round(${cost} × remaining_seconds / period_seconds)`,
        rounding: 'half_even',
        exact: `${price * BigInt(rest)}/${period}`,
        recomputed: prorate(price, rest, period),
      };
    }
    case 'unused_time': {
      const { rest, period } = secondsOf(line);
      const { share } = line;
      const unused = prorate(price, period - rest, period) - price;
      if (share)
        return {
          ...whole,
          formula: 'truncate(unused_price × paid / price_with_tax)',
          exact: `${unused} × ${share.paid}/${share.of}`,
          recomputed: shareOf(unused, share),
        };
      return {
        ...whole,
        formula: `round(${cost} × (period_seconds − remaining_seconds) / period_seconds) − ${cost}`,
        rounding: 'half_even',
        exact: `${price * BigInt(period - rest)}/${period} - ${price}`,
        recomputed: unused,
      };
    }
    case 'tax': {
      const taxable = line.added?.taxable ?? 0n;
      if (others.some(({ tax }) => tax?.engine))
        return {
          ...whole,
          formula: 'sum of the taxes of the lines, as the tax engine calculated them',
          exact: `${line.amount}`,
          recomputed: line.added ? addedTaxOf(others, line.added) : 0n,
        };
      return {
        ...whole,
        formula: 'round(taxable × percentage / 100)',
        rounding: 'half_up',
        exact: `${taxable} × ${line.added?.percentage ?? '0'}/100`,
        recomputed: line.added ? addedTaxOf(others, line.added) : 0n,
      };
    }
    case 'credit_granted':
      return {
        ...whole,
        formula: '−other_lines',
        exact: `${-otherLines}`,
        recomputed: -otherLines,
        otherLines,
      };
    case 'credit_applied': {
      const used = creditBefore < otherLines ? creditBefore : otherLines;
      return {
        ...whole,
        formula: '−min(credit_balance, other_lines)',
        exact: `${-used}`,
        recomputed: -used,
        otherLines,
        creditBalance: creditBefore,
      };
    }
    case 'discount':
      return { ...whole, ...explainDiscount(all, others.length) };
    default:
      return line.type satisfies never;
  }
}

/** The unrounded price of the line's quantity for one whole period. */
function exactOf({ unitAmount, quantity }: Line): string {
  if (typeof unitAmount === 'bigint') return `${costOf(unitAmount, quantity)}`;
  return formatDecimal(rate(unitAmount, rational(BigInt(quantity))).amount);
}

/** Remaining seconds by the line's own dates, and the length of the full period as invoiced. */
function secondsOf({ startAt, endAt, periodSeconds }: Line) {
  return { rest: secondsBetween(startAt, endAt), period: periodSeconds ?? 0 };
}
