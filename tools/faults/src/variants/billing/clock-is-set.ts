import { runBilling } from './run-billing.ts';
import { letClockBeSet } from './stepping-clock.ts';

letClockBeSet();
await runBilling();
