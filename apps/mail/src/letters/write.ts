import type { TemplateLanguage } from '@florin/contracts';
import { formatAmount, parseCurrency } from '@florin/money';
import { pickLocale } from '@florin/pages';
import type { LetterKind } from '../rules/model.ts';
import { letterTexts } from './languages.ts';
import { type LetterFacts, type Rendered, renderLetter } from './render.ts';
import type { LetterTexts } from './texts/texts.ts';

/** What is said, before it is written as the reader writes it. */
export interface Facts extends Omit<LetterFacts, 'tag' | 'amount' | 'date'> {
  /** Minor units as text; null where there is none. */
  readonly amount: string | null;
  readonly currency: string | null;
  /** ISO 8601; null where there is none. */
  readonly at: string | null;
  /** IANA: whose days count. */
  readonly timezone: string;
}

/** Whoever reads a mail. */
export interface Reader {
  /** How they write amounts and days (BCP 47). */
  readonly tag: string;
  readonly language: TemplateLanguage;
  readonly texts: LetterTexts;
}

/** @param language of the reader (BCP 47); undefined where nobody has chosen one. */
export function readerOf(language: string | undefined): Reader {
  const { tag, texts } = pickLocale(letterTexts, language, undefined);
  const found = Object.entries(letterTexts).find(([, each]) => each === texts);
  return { tag, texts, language: (found?.[0] ?? 'en') as TemplateLanguage };
}

/** A mail in the words of its reader, with amounts and days as they write them. */
export function writeLetter(
  { tag, texts }: Omit<Reader, 'language'>,
  kind: LetterKind,
  { amount, currency: code, at, timezone: timeZone, ...facts }: Facts,
): Rendered {
  const currency = code === null ? undefined : parseCurrency(code);
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone });
  return renderLetter(texts, kind, {
    ...facts,
    tag,
    amount: amount === null || !currency ? null : formatAmount(BigInt(amount), currency, tag),
    date: at === null ? null : day.format(new Date(at)),
  });
}
