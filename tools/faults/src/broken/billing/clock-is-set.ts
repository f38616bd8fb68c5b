import { letClockBeSet } from './stepping-clock.ts';

letClockBeSet();
await import('@florin/billing/src/main.ts');
