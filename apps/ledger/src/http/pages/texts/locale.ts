import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import type { Texts } from './texts.ts';

/** How to speak to whoever reads a page. */
export interface Locale {
  /** Language, and region where one was named: of the numbers, the dates and the markup. */
  readonly tag: string;
  readonly texts: Texts;
}

const languages: ReadonlyMap<string, Texts> = new Map([
  ['en', en],
  ['de', de],
  ['fr', fr],
  ['es', es],
]);
const byDefault: Locale = { tag: 'en', texts: en };
/** Browsers name a handful; whatever names more wants something else. */
const TAGS_MAX = 20;

/** The language of the account, else the first of the browser's that there is, else English. */
export function pickLocale(
  accountLanguage: string | undefined,
  acceptLanguage: string | undefined,
): Locale {
  for (const tag of [accountLanguage ?? '', ...readAcceptLanguage(acceptLanguage)]) {
    const locale = toLocale(tag);
    if (locale) return locale;
  }
  return byDefault;
}

/** Tags of RFC 9110 section 12.5.4, the most wanted first. */
function readAcceptLanguage(header = ''): readonly string[] {
  return header
    .split(',', TAGS_MAX)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
      const quality = parameters.find((parameter) => /^q=[01](\.\d{0,3})?$/i.test(parameter));
      return { tag, quality: quality === undefined ? 1 : Number(quality.slice(2)) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

function toLocale(tag: string): Locale | undefined {
  if (!/^[a-z]{2}(-[a-z0-9]{1,8})*$/i.test(tag)) return undefined;
  try {
    // Only language and region: a tag may ask for other digits and calendars too.
    const { language, region } = new Intl.Locale(tag);
    const texts = languages.get(language);
    return texts && { tag: region ? `${language}-${region}` : language, texts };
  } catch {
    return undefined;
  }
}
