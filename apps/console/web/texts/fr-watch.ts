import type { enWatch } from './en-watch.ts';

export const frWatch: typeof enWatch = {
  suspendReason: 'Pourquoi (les personnes du compte le lisent aussi)',
};
