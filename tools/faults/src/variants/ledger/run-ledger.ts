import { readConfig } from '@florin/ledger/src/config.ts';
import { createLedgerService, type LedgerOverrides } from '@florin/ledger/src/service.ts';
import { runProgram } from '@florin/service';

/** Runs the ledger as its `main.ts` does, but for the parts that are overridden. */
export function runLedger(overrides: LedgerOverrides): Promise<void> {
  return runProgram(
    'ledger',
    (log) => createLedgerService(readConfig(process.env), log, overrides),
    process.env,
  );
}
