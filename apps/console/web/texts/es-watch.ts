import type { enWatch } from './en-watch.ts';

export const esWatch: typeof enWatch = {
  suspendReason: 'Por qué (también lo leen las personas de la cuenta)',
};
