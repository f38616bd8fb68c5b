import type { Languages, Locale } from '@florin/pages';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import type { PortalTexts } from './texts.ts';

export const languages: Languages<PortalTexts> = { en, de, fr, es };
export type PortalLocale = Locale<PortalTexts>;
