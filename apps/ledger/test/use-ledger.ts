import { afterAll, beforeAll, expect } from 'vitest';
import { audit } from './audit.ts';
import { type LedgerSettings, startLedger, type TestLedger } from './start-ledger.ts';

/** A ledger for the tests of one file. Its books must balance at the end, and it logs no error. */
export function useLedger(settings?: LedgerSettings): () => TestLedger {
  let ledger: TestLedger;
  beforeAll(async () => {
    ledger = await startLedger(settings);
  });
  afterAll(async () => {
    expect(await audit(ledger.superuser)).toEqual([]);
    expect(ledger.errors()).toEqual([]);
    await ledger.stop();
  });
  return () => ledger;
}
