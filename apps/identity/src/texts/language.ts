import { pickLocale } from '@florin/pages';
import { languages } from './languages.ts';

/** Language of pages and mails; null if the client names none, as programs do. */
export function languageOf(acceptLanguage: string | undefined): string | null {
  if (acceptLanguage === undefined || /^\s*(\*|$)/.test(acceptLanguage)) return null;
  return pickLocale(languages, undefined, acceptLanguage).tag;
}
