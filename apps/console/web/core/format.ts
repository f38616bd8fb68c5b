import { language } from '../texts/index.ts';
import { wordOf } from '../texts/words.ts';
import { decimalsOf } from './decimals.ts';

/** Formats minor units for display: 12900 of EUR becomes €129.00. */
export function formatMoney(amount: number, currency: string): string {
  const money = new Intl.NumberFormat(language(), { style: 'currency', currency });
  return money.format(toDecimal(amount, currency) as Intl.StringNumericLiteral);
}

/** Formats a percentage for display: `8.1` becomes 8.1%. */
export function formatPercent(percentage: string): string {
  const percent = new Intl.NumberFormat(language(), {
    ...{ style: 'percent', maximumFractionDigits: 4 },
  });
  return percent.format(Number(percentage) / 100);
}

/**
 * Decimal text of minor units, for input fields: 12900 of EUR becomes 129.00. Text, because
 * division would round.
 */
export function toDecimal(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  const fraction = decimals === 0 ? '' : `.${digits.slice(at)}`;
  return `${amount < 0 ? '-' : ''}${digits.slice(0, at)}${fraction}`;
}

/** Minor units of a typed amount; 0 if it is not a valid amount. */
export function parseMoney(text: string, currency: string): number {
  const decimals = decimalsOf(currency);
  const match = /^(\d{1,12})(?:[.,](\d+))?$/.exec(text.trim());
  const [, whole = '', fraction = ''] = match ?? [];
  if (!match || fraction.length > decimals) return 0;
  return Number(whole + fraction.padEnd(decimals, '0'));
}

/** Whether an API field of this name is an amount in minor units. */
export function isAmountName(name: string): boolean {
  return AMOUNTS.test(name);
}

const AMOUNTS =
  /^(amount|total|subtotal|tax|fee|withheld|credit_balance|unit_amount|(net|tax)_amount|amount_\w+|\w+_amount|\w+_refund_max)$/;

export function formatTime(instant: string): string {
  const time = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' });
  return time.format(new Date(instant));
}

/** Formats a calendar day such as `2026-01-31`, independent of the time zone. */
export function formatDay(date: string): string {
  const day = new Intl.DateTimeFormat(language(), {
    ...{ day: 'numeric', month: 'short', timeZone: 'UTC' },
  });
  return day.format(new Date(date));
}

/** Label of an API name in the reader's language: `customer_email` becomes Customer email. */
export function inWords(name: string): string {
  const known = wordOf(name, language());
  if (known !== undefined) return known;
  const [noun = '', verb] = name.split('.');
  if (verb !== undefined) return `${inWords(noun)} ${inWords(verb).toLocaleLowerCase(language())}`;
  const words = name.replaceAll(/[_.]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Label of a state, in the gender of its object: `paid` of an `invoice`. */
export function stateInWords(state: string, object: unknown): string {
  return wordOf(`${String(object)}:${state}`, language()) ?? inWords(state);
}

/** Value of a `datetime-local` input, in the browser's time zone. */
export function toLocal(instant: string): string {
  if (instant === '') return '';
  const time = new Date(instant);
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** ISO instant of a `datetime-local` input; empty if it is not a valid time. */
export function fromLocal(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}
