import type { Languages, Locale } from '@florin/pages';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import type { Texts } from './texts.ts';

export const languages: Languages<Texts> = { en, de, fr, es };
/** Language and texts for the payer. */
export type PayLocale = Locale<Texts>;
