import { prefer, preferred } from '../core/preferences.ts';
import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';

const languages: Readonly<Record<string, Texts>> = { en, de, fr, es };
export const languageNames = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' };

/** The one that was chosen, or that the browser asks for first. */
export function language(): string {
  const wanted = [preferred('language') ?? '', ...navigator.languages];
  const tags = wanted.map((each) => each.slice(0, 2));
  return tags.find((tag) => Object.hasOwn(languages, tag)) ?? 'en';
}

export function setLanguage(tag: string): void {
  prefer('language', tag);
  document.documentElement.lang = language();
}

/** What the console says, in the language of whoever reads it. */
export function texts(): Texts {
  return languages[language()] ?? en;
}

/** Puts values into a text: `{amount}`. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '');
}
