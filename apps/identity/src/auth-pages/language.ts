import { pickLocale } from '@florin/pages';
import { languages } from './texts/languages.ts';

/** The language to write to somebody in; null where their client names none, as programs do. */
export function languageOf(acceptLanguage: string | undefined): string | null {
  if (acceptLanguage === undefined || /^\s*(\*|$)/.test(acceptLanguage)) return null;
  return pickLocale(languages, undefined, acceptLanguage).tag;
}
