import { setTimeout as pause } from 'node:timers/promises';
import type { Uuid } from '@florin/contracts';
import { attemptWrite, newWriteRecord, type WriteRecord } from '@florin/system-kit';
import { isUnavailable, type LedgerClient, openLedger } from './client.ts';

/** Between a refusal and the retry. */
const AGAIN_MS = 50;

/** The traffic of one shard: its accounts, and its own writer, directly on its worker. */
export interface ShardLoad {
  readonly accounts: readonly Uuid[];
  readonly seen: WriteRecord<Uuid>;
  /** Runs this number of clients until the signal; each retries a request until it is answered. */
  drive(clients: number, signal: AbortSignal): Promise<void>;
  /** Connects to the shard's current place. */
  moveTo(url: string): Promise<void>;
  close(): Promise<void>;
}

export async function openShardLoad(
  shard: string,
  url: string,
  accountsCount: number,
  isCitus = true,
): Promise<ShardLoad> {
  let ledger = openLedger(url, isCitus);
  const accounts: Uuid[] = [];
  for (let index = 0; index < accountsCount; index += 1) accounts.push(await ledger.openAccount());
  const seen = newWriteRecord<Uuid>();
  let keys = 0;

  const credit = (accountId: Uuid, key: string) =>
    ledger.credit(accountId, key, 1n).catch((error: unknown) => {
      if (isUnavailable(error)) return undefined;
      throw error;
    });

  async function runClient(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      keys += 1;
      const key = `${shard}-${keys}`;
      const accountId = accounts[keys % accounts.length];
      if (accountId === undefined) return;
      const write = () => credit(accountId, key);
      while ((await attemptWrite(seen, key, write)) === 'refused') await pause(AGAIN_MS);
    }
  }

  return {
    accounts,
    seen,
    async drive(clients, signal) {
      seen.acknowledgedAt = performance.now();
      await Promise.all(Array.from({ length: clients }, () => runClient(signal)));
    },
    async moveTo(next: string) {
      const former: LedgerClient = ledger;
      ledger = openLedger(next, isCitus);
      await former.close();
    },
    close: () => ledger.close(),
  };
}
