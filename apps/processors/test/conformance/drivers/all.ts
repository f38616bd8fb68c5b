import type { Driver } from '../driver.ts';
import { driveBankTransfer } from './bank-transfer.ts';
import { driveStripe } from './stripe.ts';
import { driveTest } from './test.ts';

/** The driver of each processor, by the processor's name. */
export const drivers: Readonly<Record<string, () => Promise<Driver>>> = {
  test: driveTest,
  stripe: driveStripe,
  bank_transfer: driveBankTransfer,
};
