import type { Result } from '@florin/client';
import { fill, language, texts } from '../texts/index.ts';
import type { Field, Values } from './kind.ts';

type Billing = Result<'get', '/v1/billing_settings'>;
type FinalAction = Billing['dunning_final_action'];

/** Retry days as typed: `1, 3, 5, 7`. */
const dunningField: Field<Billing> = {
  ...{ name: 'days', label: 'dunningDays', type: 'text' },
  initial: ({ dunning_days }) => dunning_days.join(', '),
};

/** Action after the last failed retry. */
const finalActionField: Field<Billing> = {
  ...{ name: 'final_action', label: 'dunningFinalAction', type: 'choice' },
  options: ['cancel', 'pause', 'leave_active'] satisfies FinalAction[],
  initial: ({ dunning_final_action: action }) => action,
};

export const dunningFields = [dunningField, finalActionField];

/** Keeps invalid numbers, so that the API reports them. */
function daysOf(typed = ''): number[] {
  return typed
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
    .map(Number);
}

function sayDays(days: readonly number[], action: FinalAction): string {
  const list = new Intl.ListFormat(language(), { type: 'conjunction' });
  const said = texts();
  const ends = {
    cancel: said.dunningCancels,
    pause: said.dunningPauses,
    leave_active: said.dunningLeaves,
  };
  return fill(said.sayDunning, { days: list.format(days.map(String)), end: ends[action] });
}

export function sayDunning({ dunning_days, dunning_final_action }: Billing): string {
  return sayDays(dunning_days, dunning_final_action);
}

export function sayChange(values: Values): string {
  const { dunning_days: days, dunning_final_action: action } = dunningBody(values);
  if (days.length === 0 || !days.every(Number.isInteger)) return texts().dunningHint;
  return `${sayDays(days, action)} ${texts().sayDunningOpen}`;
}

/** The typed settings, as the API takes them. */
export function dunningBody({ days, final_action: action }: Values) {
  return { dunning_days: daysOf(days), dunning_final_action: action as FinalAction };
}
