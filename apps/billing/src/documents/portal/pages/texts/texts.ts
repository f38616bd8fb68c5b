import type { PlanTerms } from '../../../../domain/price.ts';
import type { SubscriptionStatus } from '../../../../domain/subscription/model.ts';

/** Results of an action, shown on the next page. */
export const outcomes = [
  'saved',
  'changed',
  'canceled',
  'kept',
  'removed',
  'default',
  'declined',
  'outdated',
  'refused',
  'tax_id',
  'address',
] as const;
export type Outcome = (typeof outcomes)[number];

/** Results that changed nothing. */
export const failures: ReadonlySet<Outcome> = new Set([
  'declined',
  'outdated',
  'refused',
  'tax_id',
  'address',
]);

export const detailFields = [
  'name',
  'company',
  'line1',
  'line2',
  'postal_code',
  'city',
  'region',
  'country',
  'tax_id',
] as const;
export type DetailField = (typeof detailFields)[number];

/** All texts of the portal in one language. */
export interface PortalTexts {
  readonly title: (seller: string) => string;
  readonly overview: string;
  readonly leave: (seller: string) => string;
  readonly subscriptions: string;
  readonly invoices: string;
  readonly methods: string;
  readonly details: string;
  readonly none: string;
  readonly older: string;
  readonly number: string;
  readonly statuses: Readonly<Record<SubscriptionStatus, string>>;
  readonly every: (plan: Pick<PlanTerms, 'interval' | 'intervalCount'>) => string;
  readonly renews: (day: string) => string;
  readonly ends: (day: string) => string;
  /** Shown for a paused subscription without a resumption date. */
  readonly endsAfterPause: string;
  readonly changes: (plan: string, day: string) => string;
  readonly manage: string;
  readonly choose: string;
  readonly look: string;
  readonly dueNow: (amount: string) => string;
  /** A net price, to which tax is added. */
  readonly plusTax: (price: string) => string;
  readonly dueThen: (amount: string, every: string, day: string) => string;
  readonly confirm: (amount: string) => string;
  readonly confirmFree: string;
  readonly cancel: string;
  readonly cancelAtEnd: (day: string) => string;
  readonly cancelNow: string;
  readonly confirmCancel: string;
  readonly keep: string;
  readonly isDefault: string;
  /**
   * Shown beside a card that is not charged automatically, because one of its payments is disputed.
   */
  readonly disputed: string;
  readonly makeDefault: string;
  readonly remove: string;
  readonly add: string;
  readonly expires: (month: string) => string;
  /** Terms that a customer accepts when saving a card. */
  readonly mandate: (seller: string) => string;
  readonly edit: string;
  readonly save: string;
  readonly fields: Readonly<Record<DetailField, string>>;
  readonly noCountry: string;
  readonly outcomes: Readonly<Record<Outcome, string>>;
}

/** `every month`, `every 3 months`: from singular and plural words. */
export function everyOf(
  one: Record<string, string>,
  many: (count: number, interval: string) => string,
) {
  return ({ interval, intervalCount }: Pick<PlanTerms, 'interval' | 'intervalCount'>) =>
    intervalCount === 1 ? (one[interval] ?? interval) : many(intervalCount, interval);
}
