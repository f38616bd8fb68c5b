import type { Languages, Locale } from '@florin/pages';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import type { AuthTexts } from './texts.ts';

export const languages: Languages<AuthTexts> = { en, de, fr, es };
export type AuthLocale = Locale<AuthTexts>;
