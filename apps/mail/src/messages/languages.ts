import type { Languages } from '@florin/pages';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import { fr } from './texts/fr.ts';
import type { MessageTexts } from './texts/texts.ts';

export const messageTexts: Languages<MessageTexts> = { en, de, fr, es };
