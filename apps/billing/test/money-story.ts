import { newId, toPublicId, type Uuid } from '@florin/contracts';
import type { Entry, EntryKind, Fact, Posting } from '../src/domain/books/model.ts';
import { entryOf } from '../src/domain/books/post.ts';
import { creditChange, refusalOfAdjustment, withCredit } from '../src/domain/credit.ts';
import { wholeSecond } from '../src/domain/instants.ts';
import { applyToInvoices, openedBy, type Step } from '../src/domain/invoice/apply.ts';
import { boughtTimeOf } from '../src/domain/invoice/contributions.ts';
import {
  type CreditDestination,
  type CreditedLine,
  type CreditRequest,
  creditLines,
  decideDestination,
} from '../src/domain/invoice/credit-note.ts';
import {
  fundingAt,
  hasBoughtTime,
  refusalOfGrant,
  remainingAt,
  unusedParts,
} from '../src/domain/invoice/funding.ts';
import {
  changed,
  creditAppliedTo,
  type Invoice,
  type InvoiceChange,
  isPartPaid,
  openOf,
} from '../src/domain/invoice/model.ts';
import {
  booked,
  creditedFacts,
  type Payment,
  pay,
  refusalOfVoid,
} from '../src/domain/invoice/money.ts';
import { refund, refundableOf } from '../src/domain/invoice/money-back.ts';
import type { PlanTerms, Terms } from '../src/domain/price.ts';
import { applyEvent } from '../src/domain/subscription/apply.ts';
import type {
  ChargeOutcome,
  Command,
  Create,
  Timing,
} from '../src/domain/subscription/commands.ts';
import { decide, decideCreate } from '../src/domain/subscription/decide.ts';
import { usualDunning } from '../src/domain/subscription/dunning.ts';
import type { SubscriptionEvent } from '../src/domain/subscription/events.ts';
import { hasEnded, type Subscription } from '../src/domain/subscription/model.ts';
import { type TaxedSale, withTax } from '../src/domain/tax/charges.ts';
import { CreditStory } from './credit-story.ts';

/**
 * A subscription with its invoices, credit and books: the pure core, connected as in the service.
 */
export class MoneyStory {
  subscription: Subscription | undefined;
  readonly invoices = new Map<Uuid, Invoice>();
  readonly entries = new Map<Uuid, Entry[]>();
  readonly notes = new Map<Uuid, (readonly CreditedLine[])[]>();
  /** Credit of the customer. */
  readonly held = new CreditStory();
  now: number;
  /** Taxes of later charges; undefined for a seller without a country. */
  sale: TaxedSale | undefined;
  /** The seller's dunning rules. */
  rules = usualDunning;
  /** Omits entries of this kind, to simulate a defect. */
  omitted: EntryKind | undefined;

  constructor(at: string, plan: PlanTerms) {
    this.now = Date.parse(at);
    const command: Create = {
      ...{ type: 'create', id: newId(), sellerId: newId(), payerAccountId: null },
      ...{ customerId: newId(), customerReference: 'c', plan, quantity: 1, timezone: 'UTC' },
      ...{ metadata: {}, testClockId: null, trialDays: 0, invoiceId: newId() },
    };
    this.happen(decideCreate(command, this.now));
  }

  get credit(): bigint {
    return this.held.balance;
  }

  get state(): Subscription {
    if (!this.subscription) throw new Error('create the subscription first');
    return this.subscription;
  }

  /** Returns false if it was refused. */
  command(command: Exclude<Command, Create>): boolean {
    const decision = decide(this.state, command, this.now, this.rules);
    if (decision.accepted) this.happen(decision.events);
    return decision.accepted;
  }

  update(terms: Terms, timing: Timing = {}): boolean {
    const at = wholeSecond(this.now);
    const funding = hasBoughtTime(this.state)
      ? fundingAt(this.boughtTime(), this.state, at)
      : undefined;
    const ids = { changeId: newId(), invoiceId: newId() };
    const command = { type: 'update', ...terms, ...ids, funding, ...timing } as const;
    const decision = decide(this.state, command, at);
    if (!decision.accepted) return false;
    const started = decision.events.find(({ type }) => type === 'charge_started');
    const charge =
      started?.type === 'charge_started' && withTax(started.charging.charge, this.sale);
    if (charge && this.state.pause && charge.amount > 0n) return false;
    if (charge && refusalOfGrant(charge.lines, funding) !== undefined) return false;
    this.happen(decision.events);
    return true;
  }

  charged(outcome: ChargeOutcome): boolean {
    const { charging } = this.state;
    if (!charging) return false;
    const { attempt, charge } = charging;
    return this.command({ type: 'record_charge', cause: charge.cause, attempt, outcome });
  }

  /** Money arrives for an invoice in any status. */
  pay(invoice: Invoice, payment: Payment): void {
    this.command({ type: 'record_payment', invoiceId: invoice.id });
    this.save(invoice.id, (now) => pay(now, payment, this.now));
  }

  cancelWithCredit(): boolean {
    const before = this.state;
    if (!this.command({ type: 'cancel', atPeriodEnd: false })) return false;
    const at = this.state.endedAt ?? this.now;
    for (const { invoice, kept: amount } of this.unused(before, at))
      if (invoice.status === 'paid' && amount > 0n)
        this.note(invoice.id, { kind: 'amount', amount }, 'balance');
    return true;
  }

  unused(subscription: Subscription, at: number) {
    return unusedParts(this.boughtTime(), remainingAt(subscription, at));
  }

  /** Purchased time of the current period, by item and invoice. */
  boughtTime() {
    const all = [...this.invoices.values()].filter(({ status }) => status !== 'draft');
    const last = all.findLastIndex(({ cause }) => cause.startsWith('period:'));
    return boughtTimeOf(last < 0 ? [] : all.slice(last));
  }

  note(id: Uuid, request: CreditRequest, asked: CreditDestination | undefined): boolean {
    const invoice = this.get(id);
    const earlier = this.notes.get(id) ?? [];
    const lines = creditLines(invoice.lines, earlier, request);
    if ('refusal' in lines) return false;
    const amount = lines.reduce((sum, { gross }) => sum + gross, 0n);
    const destination = decideDestination(invoice, amount, asked);
    if (typeof destination !== 'string' || this.state.charging) return false;
    this.notes.set(id, [...earlier, lines]);
    if (destination === 'balance') this.held.move({ kind: 'credit_note', amount });
    const isOwed = destination === 'invoice';
    this.save(id, (now) => {
      const after = {
        ...changed(now, this.now),
        credited: now.credited + amount,
        creditedOwed: now.creditedOwed + (isOwed ? amount : 0n),
      };
      const note = { id: newId(), documentNumber: 'CN', destination, amount, lines };
      return booked(
        { type: 'invoice.updated', invoice: after },
        creditedFacts(now, note, this.now),
      );
    });
    const after = this.get(id);
    if (isOwed && openOf(after) === 0n) {
      const { status } = after;
      if (isPartPaid(after)) {
        this.pay(after, { transactionId: null });
        return true;
      }
      this.command({ type: 'void_invoice', invoiceId: id, status, subscription: 'keep' });
    }
    return true;
  }

  /** The card refund of a credit note has failed. */
  recredit(id: Uuid, source: string, amount: bigint): void {
    this.held.move({ kind: 'credit_note', amount });
    this.save(id, (now) =>
      booked({ type: 'invoice.updated', invoice: changed(now, this.now) }, [
        { kind: 'recredited', source, amount },
      ]),
    );
  }

  /** The seller grants credit or takes some back; false if it was refused. */
  adjust(amount: bigint, expiresAt: number | null): boolean {
    if (refusalOfAdjustment(this.credit, amount) !== undefined) return false;
    const expiry = expiresAt === null ? null : new Date(expiresAt);
    const id = this.held.move({ kind: 'adjusted', amount, expiresAt: expiry });
    this.record(id, [{ kind: 'credit_adjusted', source: id, amount }]);
    return true;
  }

  /** Grants that have expired end. */
  expire(): void {
    for (const { grantId, expiresAt, left } of this.held.pots.pots) {
      if (expiresAt > this.now) continue;
      const id = this.held.move({ kind: 'expired', amount: -left, grantId });
      this.record(id, [{ kind: 'credit_expired', source: id, amount: left }]);
    }
  }

  refund(id: Uuid, asked: bigint): string | undefined {
    const invoice = this.get(id);
    if (this.state.charging || invoice.status !== 'paid') return undefined;
    if (asked <= 0n || asked > refundableOf(invoice)) return undefined;
    const source = toPublicId('refund', newId());
    this.save(id, (now) => refund(now, { source, amount: asked }, this.now));
    return source;
  }

  /** Balance of an account over all entries; debits are positive. */
  balanceOf(account: Posting['account']): bigint {
    return [...this.entries.values()]
      .flat()
      .flatMap(({ postings }) => postings)
      .reduce((sum, posting) => (posting.account === account ? sum + posting.amount : sum), 0n);
  }

  get hasEnded(): boolean {
    return hasEnded(this.state);
  }

  private get(id: Uuid): Invoice {
    const invoice = this.invoices.get(id);
    if (!invoice) throw new Error(`there is no invoice ${id}`);
    return invoice;
  }

  save(id: Uuid, change: (invoice: Invoice) => InvoiceChange | undefined): void {
    const after = change(this.get(id));
    if (!after) return;
    this.invoices.set(id, after.invoice);
    for (const { kind, amount } of after.facts ?? [])
      if (kind === 'overpaid') this.held.move({ kind: 'granted', amount, invoiceId: id });
    this.record(id, after.facts ?? []);
  }

  private record(id: Uuid, facts: readonly Fact[]): void {
    const entries = this.entries.get(id) ?? [];
    for (const fact of facts) if (fact.kind !== this.omitted) entries.push(entryOf(entries, fact));
    this.entries.set(id, entries);
  }

  private happen(events: readonly SubscriptionEvent[]): void {
    const nowMs = wholeSecond(this.now);
    const steps: Step[] = [];
    for (const decided of events) {
      const event = this.paidByCredit(this.taxed(decided));
      this.subscription = applyEvent(this.subscription, event);
      steps.push({ event, after: this.subscription, nowMs });
    }
    const read = [...this.invoices.values()];
    const number = { number: 1n, documentNumber: '1' };
    const numbers = new Map(openedBy(steps, read).map(({ invoice }) => [invoice.id, number]));
    const changes = applyToInvoices(steps, read, numbers, () => undefined);
    for (const [id, invoice] of [...changes.drafted, ...changes.changed])
      this.invoices.set(id, invoice);
    for (const id of changes.dropped) this.invoices.delete(id);
    for (const { invoice, kind } of changes.credits)
      if (kind !== 'applied')
        this.held.move({ kind, amount: creditChange(invoice, kind), invoiceId: invoice.id });
    for (const { change } of changes.published) this.record(change.invoice.id, change.facts ?? []);
  }

  private taxed(event: SubscriptionEvent): SubscriptionEvent {
    if (event.type !== 'charge_started' || event.charging.attempt > 1) return event;
    const charge = withTax(event.charging.charge, this.sale);
    return { ...event, charging: { ...event.charging, charge } };
  }

  private paidByCredit(event: SubscriptionEvent): SubscriptionEvent {
    if (event.type !== 'charge_started' || event.charging.attempt > 1) return event;
    const charge = withCredit(event.charging.charge, this.credit);
    const amount = -creditAppliedTo(charge);
    this.held.move({ kind: 'applied', amount, invoiceId: charge.invoiceId });
    return { ...event, charging: { ...event.charging, charge } };
  }

  /** Closes an invoice as its seller requests. */
  close(invoice: Invoice, as: 'void' | 'write_off'): boolean {
    const { id: invoiceId, status } = invoice;
    if (as === 'void' && refusalOfVoid(invoice) !== undefined) return false;
    return as === 'void'
      ? this.command({ type: 'void_invoice', invoiceId, status, subscription: 'keep' })
      : this.command({ type: 'write_off', invoiceId, status });
  }
}
