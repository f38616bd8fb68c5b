import type { Row } from '../row.ts';
import { cancelAgainstSettle } from './cancel-against-settle.ts';
import { cutCommits } from './cut-commits.ts';
import { databaseCrashes } from './database-crashes.ts';
import { heldLocks } from './held-locks.ts';
import { killedLedger } from './killed-ledger.ts';
import { killedServices } from './killed-services.ts';
import { lockOrder } from './lock-order.ts';
import { oneKeyOneEffect } from './one-key-one-effect.ts';
import { oneWinner } from './one-winner.ts';
import { refundRaces } from './refund-races.ts';
import { simulatedCore } from './simulated-core.ts';
import { stoppedLedger } from './stopped-ledger.ts';

/** Every row of the table, in its order. */
export const rows: readonly Row[] = [
  killedLedger,
  killedServices,
  databaseCrashes,
  oneWinner,
  lockOrder,
  refundRaces,
  cancelAgainstSettle,
  oneKeyOneEffect,
  cutCommits,
  stoppedLedger,
  heldLocks,
  simulatedCore,
];
