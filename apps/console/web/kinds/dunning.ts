import type { Result } from '@florin/client';
import { fill, language, texts } from '../texts/index.ts';
import type { Field } from './kind.ts';

/** Retry days as typed: `1, 3, 5, 7`. */
export const dunningField: Field<Result<'get', '/v1/billing_settings'>> = {
  ...{ name: 'days', label: 'dunningDays', type: 'text' },
  initial: ({ dunning_days }) => dunning_days.join(', '),
};

/** Keeps invalid numbers, so that the API reports them. */
export function daysOf(typed = ''): number[] {
  return typed
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
    .map(Number);
}

export function sayDays(days: readonly number[]): string {
  const list = new Intl.ListFormat(language(), { type: 'conjunction' });
  return fill(texts().sayDunning, { days: list.format(days.map(String)) });
}

export function sayChange(days: readonly number[]): string {
  if (days.length === 0 || !days.every(Number.isInteger)) return texts().dunningHint;
  return `${sayDays(days)} ${texts().sayDunningOpen}`;
}
