import { expect, it } from 'vitest';
import { pickLocale } from './locale.ts';

const languages = { en: 'yes', de: 'ja', fr: 'oui', es: 'sí' };

it.each<[string | undefined, string | undefined, string]>([
  ['de', 'fr', 'de'],
  ['de-CH', undefined, 'de-CH'],
  ['de-Latn-CH', 'fr', 'de-CH'],
  ['en', 'fr', 'en'],
  ['DE-ch-1996-u-nu-thai', undefined, 'de-CH'],
  ['it', 'fr;q=0.7, es-MX, de;q=0.9', 'es-MX'],
  [undefined, 'fr;q=0.7, de;q=0.9', 'de'],
  [undefined, 'deu, fr;q=0.5', 'de'],
  [undefined, 'it, *;q=0.5', 'en'],
  [undefined, 'de;q=0, fr;q=0.1', 'fr'],
  [undefined, 'de_DE,"><script>,e,es;q=x', 'es'],
  [undefined, `${'it,'.repeat(20)}de`, 'en'],
  [undefined, '', 'en'],
  [undefined, undefined, 'en'],
])('an account in %s and a browser in %s get %s', (account, browser, tag) => {
  expect(pickLocale(languages, account, browser).tag).toBe(tag);
});
