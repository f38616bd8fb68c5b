/** The texts of a page in each supported language. */
export type Languages<Texts> = Readonly<Record<'en' | 'de' | 'fr' | 'es', Texts>>;

/** The language of a page's reader. */
export interface Locale<Texts> {
  /** Language, and region if known, for numbers, dates and the lang attribute. */
  readonly tag: string;
  readonly language: keyof Languages<Texts>;
  readonly texts: Texts;
}

/** Browsers send a handful; longer headers are not from a browser. */
const TAGS_MAX = 20;

/** The account's language, else the browser's first supported one, else English. */
export function pickLocale<Texts>(
  languages: Languages<Texts>,
  accountLanguage: string | undefined,
  acceptLanguage: string | undefined,
): Locale<Texts> {
  for (const tag of [accountLanguage ?? '', ...readAcceptLanguage(acceptLanguage)]) {
    const locale = toLocale(languages, tag);
    if (locale) return locale;
  }
  return { tag: 'en', language: 'en', texts: languages.en };
}

/** Parses Accept-Language (RFC 9110 section 12.5.4), most preferred first. */
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

function toLocale<Texts>(languages: Languages<Texts>, tag: string): Locale<Texts> | undefined {
  if (!/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(tag)) return undefined;
  try {
    // Only language and region: a tag can also select other digits and calendars.
    const { language, region } = new Intl.Locale(tag);
    if (!isSpoken(languages, language)) return undefined;
    const texts = languages[language];
    return { tag: region ? `${language}-${region}` : language, language, texts };
  } catch {
    return undefined;
  }
}

function isSpoken<Texts>(
  languages: Languages<Texts>,
  language: string,
): language is keyof Languages<Texts> {
  return Object.hasOwn(languages, language);
}
