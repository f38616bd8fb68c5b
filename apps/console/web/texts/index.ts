import { prefer, preferred } from '../core/preferences.ts';
import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';

const languages: Readonly<Record<string, Texts>> = { en, de, fr, es };
export const languageNames = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' };

/** The chosen language, or the first one that the browser requests. */
export function language(): string {
  const wanted = [preferred('language') ?? '', ...navigator.languages];
  const tags = wanted.map((each) => each.slice(0, 2));
  return tags.find((tag) => Object.hasOwn(languages, tag)) ?? 'en';
}

export function setLanguage(tag: string): void {
  prefer('language', tag);
  document.documentElement.lang = language();
}

/** Texts in the language of the reader. */
export function texts(): Texts {
  return languages[language()] ?? en;
}

/** Fills placeholders such as `{amount}`. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '');
}
