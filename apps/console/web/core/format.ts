import { language } from '../texts/index.ts';

/** An amount of minor units, as its currency is written: 12900 of EUR is €129.00. */
export function formatMoney(amount: number, currency: string): string {
  const money = new Intl.NumberFormat(language(), { style: 'currency', currency });
  const { maximumFractionDigits: decimals = 2 } = money.resolvedOptions();
  // As text: a number of this size divided is another one.
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const at = digits.length - decimals;
  const text = `${amount < 0 ? '-' : ''}${digits.slice(0, at)}.${digits.slice(at) || '0'}`;
  return money.format(text as Intl.StringNumericLiteral);
}

/** Minor units of what somebody has typed, or undefined for what is no amount. */
export function parseMoney(text: string, currency: string): number | undefined {
  const money = new Intl.NumberFormat(language(), { style: 'currency', currency });
  const { maximumFractionDigits: decimals = 2 } = money.resolvedOptions();
  const match = /^(\d{1,12})(?:[.,](\d+))?$/.exec(text.trim());
  const [, whole = '', fraction = ''] = match ?? [];
  if (!match || fraction.length > decimals) return undefined;
  return Number(whole + fraction.padEnd(decimals, '0'));
}

export function formatTime(instant: string): string {
  const time = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' });
  return time.format(new Date(instant));
}

/** `customer_email` is Customer email. */
export function inWords(name: string): string {
  const words = name.replaceAll(/[_.]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
