import { readConfig } from '@florin/billing/src/config.ts';
import { type BillingOverrides, createBillingService } from '@florin/billing/src/service.ts';
import { runProgram } from '@florin/service';

/** Runs billing as its `main.ts` does, but for the parts that are overridden. */
export function runBilling(overrides: BillingOverrides = {}): Promise<void> {
  return runProgram(
    'billing',
    (log) => createBillingService(readConfig(process.env), log, overrides),
    process.env,
  );
}
