import { type Charge, changeOf, describeTerms, directionOf, lengthOf, whole } from './charge.ts';
import type { Beginning, Step, Terms } from './story.ts';
import type { View } from './view.ts';

const DAY_MS = 86_400_000;
const RETRY_DAYS = [1, 3, 5, 7];
/** Last second of the day that is `days` days after an instant, in UTC. */
const endOfDay = (now: number, days: number) =>
  (Math.floor(now / DAY_MS) + days + 1) * DAY_MS - 1_000;

/** A second, independent implementation of the subscription rules, in one place. */
export class Model {
  private status = 'incomplete';
  private terms: Terms;
  private pending: Terms | null = null;
  private anchor: number;
  private index = 0;
  private start: number;
  private end: number;
  private seconds: number;
  private periods = 0;
  private changes = 0;
  private trialEnd: number | null;
  private isAnnounced = false;
  private isFlagged = false;
  private canceledAt: number | null = null;
  private endedAt: number | null = null;
  private pause: { at: number; until: number | null; seconds: number; from: string } | null = null;
  private charging: { charge: Charge; attempt: number } | null = null;
  private late: Charge | null = null;
  private dunning: { owed: Charge | number; attempts: number; first: number; next: number } | null =
    null;
  private open: { id: number; due: number }[] = [];
  private invoices = 0;
  private hasPaid = false;
  private readonly beginning: Beginning;

  constructor(beginning: Beginning, now: number) {
    this.beginning = beginning;
    this.terms = beginning;
    this.trialEnd = beginning.trialDays > 0 ? now + beginning.trialDays * DAY_MS : null;
    this.start = now;
    this.end = this.anchor = this.trialEnd ?? now;
    this.seconds = (this.end - now) / 1_000;
    if (this.trialEnd === null) this.chargePeriod();
    else this.status = 'trialing';
  }

  /** Whether the step is allowed; if so, its effects are applied. */
  ask(step: Exclude<Step, { what: 'wait' }>, now: number): boolean {
    const { charging } = this;
    if (step.what === 'charge') return this.outcome(step, now);
    if (step.what === 'tick') return charging ? true : this.tick(now);
    if (step.what === 'pay') return this.pay(now);
    if (charging) return false;
    const runs = this.status === 'trialing' || this.status === 'active';
    switch (step.what) {
      case 'pause': {
        const until = step.days === null ? null : now + step.days * DAY_MS;
        if (this.status === 'paused') return true;
        if (!runs || step.days === 0 || (step.days ?? 0) > 366) return false;
        const seconds = Math.max(0, (this.end - now) / 1_000);
        this.pause = { at: now, until, seconds, from: this.status };
        this.status = 'paused';
        return true;
      }
      case 'resume':
        return this.resume(now);
      case 'cancel at end':
        if (!runs && this.status !== 'paused' && (this.owed?.end ?? this.end) <= now)
          return this.cancel(now);
        if (this.hasEnded) return false;
        if (!this.isFlagged) this.canceledAt = now;
        this.isFlagged = true;
        return true;
      case 'cancel':
        return this.cancel(now);
      case 'uncancel':
        if (!this.isFlagged) return false;
        this.isFlagged = false;
        this.canceledAt = null;
        return true;
      case 'update':
        return !this.hasEnded && this.update(step, now);
      default:
        return step.what satisfies never;
    }
  }

  private get hasEnded(): boolean {
    return ['incomplete', 'canceled', 'expired'].includes(this.status);
  }

  /** The charge of a period that has not begun, since it could not be collected. */
  private get owed(): Charge | null {
    const owed = this.status === 'past_due' ? this.dunning?.owed : undefined;
    return typeof owed === 'object' ? owed : null;
  }

  view(): View {
    const { charging, dunning, pause } = this;
    return {
      status: this.status,
      terms: describeTerms(this.terms),
      pending: this.pending && describeTerms(this.pending),
      period: [this.start, this.end],
      isFlagged: this.isFlagged,
      canceledAt: this.canceledAt,
      endedAt: this.endedAt,
      charging:
        charging && `${charging.charge.name} ${charging.charge.amount} try ${charging.attempt}`,
      attempts: dunning?.attempts ?? 0,
      nextAttemptAt: dunning?.next ?? null,
      open: this.open.map(({ due }) => due),
      banked: pause?.seconds ?? null,
    };
  }

  private chargePeriod(): void {
    const terms = this.pending ?? this.terms;
    const isSameLength = lengthOf(terms) === lengthOf(this.terms);
    const place = isSameLength
      ? { anchor: this.anchor, index: this.index }
      : { anchor: this.end, index: 0 };
    this.charging = { charge: whole(terms, place, `period ${this.periods}`), attempt: 1 };
  }

  private outcome({ isPaid, isRepeated }: Extract<Step, { what: 'charge' }>, now: number): boolean {
    const { charging, late } = this;
    if (isRepeated) {
      // Money for an abandoned charge counts all the same.
      const isOwed =
        typeof this.dunning?.owed === 'object' && this.dunning.owed.name === late?.name;
      const hasMoney = isPaid && !this.beginning.isCustomer;
      if (late && hasMoney && isOwed && !charging) this.succeed(late, now);
      return true;
    }
    if (!charging) return true;
    this.charging = null;
    this.late = charging.charge;
    if (isPaid) this.succeed(charging.charge, now);
    else if (charging.charge.name.startsWith('period'))
      this.fail(charging.charge, charging.attempt, now);
    return true;
  }

  private succeed(charge: Charge, now: number): void {
    const isPeriod = charge.name.startsWith('period');
    Object.assign(this, {
      terms: { plan: charge.plan, quantity: charge.quantity, addOns: charge.addOns },
      anchor: charge.anchor,
      index: charge.index,
      start: charge.start,
      end: charge.end,
      seconds: charge.seconds,
    });
    if (isPeriod) this.periods += 1;
    if (!isPeriod || (this.pending && describeTerms(this.pending) === describeTerms(charge)))
      this.pending = null;
    if (this.pause) this.pause = { ...this.pause, seconds: charge.banked ?? this.pause.seconds };
    else if (isPeriod || this.status !== 'past_due') {
      this.status = 'active';
      this.dunning = null;
    }
    if (this.beginning.isCustomer) this.open.push({ id: this.invoices++, due: endOfDay(now, 3) });
    else this.hasPaid = true;
  }

  private fail(owed: Charge | number, tried: number, now: number): void {
    // A change of the owed charge keeps the schedule.
    const isReplaced = tried === 1 && typeof owed === 'object' && this.owed !== null;
    const attempt = isReplaced ? (this.dunning?.attempts ?? tried) : tried;
    const first = attempt === 1 && !isReplaced ? now : (this.dunning?.first ?? now);
    const days = RETRY_DAYS[attempt - 1];
    this.status = 'past_due';
    if (days !== undefined) {
      const planned = first + days * DAY_MS;
      this.dunning = {
        owed,
        attempts: attempt,
        first,
        next: planned > now ? planned : now + DAY_MS,
      };
      return;
    }
    const isExpired = this.beginning.trialDays > 0 && !this.hasPaid;
    if (!isExpired) this.canceledAt = now;
    this.finish(isExpired ? 'expired' : 'canceled', now, []);
  }

  private tick(now: number): boolean {
    const [first] = this.open.toSorted((a, b) => a.due - b.due || a.id - b.id);
    const isOver = this.end <= now;
    if (this.status === 'trialing') {
      const announceAt = (this.trialEnd ?? 0) - 3 * DAY_MS;
      if (!this.isAnnounced && announceAt <= now) this.isAnnounced = true;
      else if (isOver) this.endPeriod();
    } else if (this.status === 'active') {
      if (first && first.due <= now && first.due <= this.end) this.fail(first.id, 1, now);
      else if (isOver) this.endPeriod();
    } else if (this.status === 'past_due') {
      const { owed } = this;
      if (this.isFlagged && owed && owed.end <= now) this.finish('canceled', owed.end, []);
      else if (this.isFlagged && !owed && isOver) this.endPeriod();
      else if (this.dunning && this.dunning.next <= now) this.retry(this.dunning, now);
    } else if (this.status === 'paused') {
      const until = this.pause?.until ?? null;
      if (until !== null && until <= now) this.resume(until);
    } else if (first && first.due + 7 * DAY_MS <= now)
      this.open = this.open.filter(({ id }) => id !== first.id);
    return true;
  }

  private retry({ owed, attempts }: NonNullable<typeof this.dunning>, now: number): void {
    if (typeof owed === 'number') this.fail(owed, attempts + 1, now);
    else this.charging = { charge: owed, attempt: attempts + 1 };
  }

  private endPeriod(): void {
    if (this.isFlagged) this.finish('canceled', this.end, this.open);
    else this.chargePeriod();
  }

  private cancel(now: number): boolean {
    if (this.hasEnded) return false;
    this.canceledAt = now;
    this.finish('canceled', now, []);
    return true;
  }

  private finish(status: string, at: number, open: typeof this.open): void {
    Object.assign(this, { status, endedAt: at, open, isFlagged: false });
    Object.assign(this, { pause: null, pending: null, dunning: null });
  }

  private resume(now: number): boolean {
    if (!this.pause) return false;
    const { at, seconds, from } = this.pause;
    this.status = from;
    this.pause = null;
    this.start = now;
    this.end = this.anchor = now + seconds * 1_000;
    this.index = 0;
    if (from === 'trialing') this.trialEnd = this.end;
    this.open = this.open.map(({ id, due }) => ({ id, due: due + now - at }));
    return true;
  }

  private update({ plan, quantity, addOns }: Terms, now: number): boolean {
    const terms = { plan, quantity, addOns };
    const { owed, pause, anchor, index, start, end, seconds } = this;
    const direction = directionOf(owed ?? this.terms, terms);
    const isTrial = (pause?.from ?? this.status) === 'trialing';
    if (direction === 'same') this.pending = null;
    else if (isTrial || (!owed && direction === 'equal')) {
      this.terms = terms;
      this.pending = null;
    } else if (direction === 'down') this.pending = terms;
    else if (owed) this.replaceOwed(terms);
    else {
      const period = { anchor, index, start, end, seconds, pause };
      const charge = changeOf(this.terms, terms, period, { now, name: `change ${this.changes}` });
      this.charging = { charge, attempt: 1 };
    }
    this.changes += 1;
    return true;
  }

  /** The owed period is charged at the new price. */
  private replaceOwed(terms: Terms): void {
    this.periods += 1;
    this.pending = terms;
    this.chargePeriod();
    if (lengthOf(terms) !== lengthOf(this.terms))
      Object.assign(this, { anchor: this.end, index: 0 });
    Object.assign(this, { terms, pending: null });
  }

  /** Pays the invoice that was sent first. */
  private pay(now: number): boolean {
    const [paid, ...rest] = this.open;
    if (!paid) return true;
    this.open = rest;
    this.hasPaid = true;
    if (this.dunning && this.dunning.owed !== paid.id) return true;
    this.dunning = null;
    if (this.status !== 'past_due') return true;
    this.status = 'active';
    const [next] = rest.toSorted((a, b) => a.due - b.due || a.id - b.id);
    if (next && next.due <= now) this.fail(next.id, 1, now);
    return true;
  }
}
