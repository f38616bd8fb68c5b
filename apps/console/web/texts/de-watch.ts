import type { enWatch } from './en-watch.ts';

export const deWatch: typeof enWatch = {
  suspendReason: 'Warum (die Leute des Kontos lesen es auch)',
};
