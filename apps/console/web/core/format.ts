import { language } from '../texts/index.ts';
import { wordOf } from '../texts/words.ts';

/** An amount of minor units, as its currency is written: 12900 of EUR is €129.00. */
export function formatMoney(amount: number, currency: string): string {
  const money = new Intl.NumberFormat(language(), { style: 'currency', currency });
  return money.format(toDecimal(amount, currency) as Intl.StringNumericLiteral);
}

/** `8.1` is 8.1%, as people write it. */
export function formatPercent(percentage: string): string {
  const percent = new Intl.NumberFormat(language(), {
    ...{ style: 'percent', maximumFractionDigits: 4 },
  });
  return percent.format(Number(percentage) / 100);
}

/** As somebody would type it: 12900 of EUR is 129.00. As text: a number divided is another one. */
export function toDecimal(amount: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  const fraction = decimals === 0 ? '' : `.${digits.slice(at)}`;
  return `${amount < 0 ? '-' : ''}${digits.slice(0, at)}${fraction}`;
}

/** Minor units of what somebody has typed; 0 for what is no amount. */
export function parseMoney(text: string, currency: string): number {
  const decimals = decimalsOf(currency);
  const match = /^(\d{1,12})(?:[.,](\d+))?$/.exec(text.trim());
  const [, whole = '', fraction = ''] = match ?? [];
  if (!match || fraction.length > decimals) return 0;
  return Number(whole + fraction.padEnd(decimals, '0'));
}

/** As ISO 4217 has them. */
function decimalsOf(currency: string): number {
  const money = new Intl.NumberFormat('en', { style: 'currency', currency });
  return money.resolvedOptions().maximumFractionDigits ?? 2;
}

/** Whether what has this name is an amount, in minor units: as the API calls them. */
export function isAmountName(name: string): boolean {
  return AMOUNTS.test(name);
}

const AMOUNTS =
  /^(amount|total|subtotal|tax|fee|withheld|credit_balance|unit_amount|(net|tax)_amount|amount_\w+|\w+_amount|\w+_refund_max)$/;

export function formatTime(instant: string): string {
  const time = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' });
  return time.format(new Date(instant));
}

/** Of `2026-01-31`, which is that day everywhere. */
export function formatDay(date: string): string {
  const day = new Intl.DateTimeFormat(language(), {
    ...{ day: 'numeric', month: 'short', timeZone: 'UTC' },
  });
  return day.format(new Date(date));
}

/** `customer_email` is Customer email, and what people call it in their language. */
export function inWords(name: string): string {
  const known = wordOf(name, language());
  if (known !== undefined) return known;
  const [noun = '', verb] = name.split('.');
  if (verb !== undefined) return `${inWords(noun)} ${inWords(verb).toLocaleLowerCase(language())}`;
  const words = name.replaceAll(/[_.]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** As the browser's own field has it: in the zone of whoever types. */
export function toLocal(instant: string): string {
  if (instant === '') return '';
  const time = new Date(instant);
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Empty for what is no time. */
export function fromLocal(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}
