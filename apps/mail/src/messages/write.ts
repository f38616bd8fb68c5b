import { formatAmount, parseCurrency } from '@florin/money';
import type { Locale } from '@florin/pages';
import type { MessageKind } from '../domain/mail.ts';
import { type MessageFacts, type Rendered, renderMessage } from './render.ts';
import type { MessageTexts } from './texts/texts.ts';

/** Content of an email before formatting for the reader. */
export interface Facts extends Omit<MessageFacts, 'tag' | 'amount' | 'date'> {
  /** Minor units as text; null where there is none. */
  readonly amount: string | null;
  readonly currency: string | null;
  /** ISO 8601; null where there is none. */
  readonly at: string | null;
  /** IANA: whose days count. */
  readonly timezone: string;
  /** Whether tax is charged on top of the amount. */
  readonly isPlusTax?: boolean;
}

/** Renders an email in the reader's language, with their formats of amounts and dates. */
export function writeMessage(
  { tag, texts }: Pick<Locale<MessageTexts>, 'tag' | 'texts'>,
  kind: MessageKind,
  { amount, currency: code, at, timezone: timeZone, isPlusTax = false, ...facts }: Facts,
): Rendered {
  const currency = code === null ? undefined : parseCurrency(code);
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone });
  const price = amount === null || !currency ? null : formatAmount(BigInt(amount), currency, tag);
  return renderMessage(texts, kind, {
    ...facts,
    tag,
    amount: price !== null && isPlusTax ? texts.plusTax(price) : price,
    date: at === null ? null : day.format(new Date(at)),
  });
}
