import { setTimeout as pause } from 'node:timers/promises';
import type { Uuid } from '@florin/contracts';
import { isUnavailable, type LedgerClient, openLedger } from './client.ts';

/** Between a refusal and its repetition. */
const AGAIN_MS = 50;

/** What was seen of one shard. */
export interface Seen {
  /** Each answered once, by its key, with what was given to it. */
  readonly answered: Map<string, Uuid>;
  refused: number;
  /** Errors that no client may see. */
  readonly failed: string[];
  /** The longest that one answer took, of whatever kind. */
  answerMsMax: number;
  /** The longest that no client was answered with success. */
  silentMsMax: number;
}

/** All that is done on one shard: its accounts, and its own writer, directly on its worker. */
export interface Lane {
  readonly accounts: readonly Uuid[];
  readonly seen: Seen;
  /** So many clients at once until the signal; each repeats a request until it is answered. */
  drive(clients: number, signal: AbortSignal): Promise<void>;
  /** Goes to where the shard is now. */
  moveTo(url: string): Promise<void>;
  close(): Promise<void>;
}

export async function openLane(
  shard: string,
  url: string,
  accountsCount: number,
  isCitus = true,
): Promise<Lane> {
  let ledger = openLedger(url, isCitus);
  const accounts: Uuid[] = [];
  for (let index = 0; index < accountsCount; index += 1) accounts.push(await ledger.openAccount());
  const seen: Seen = {
    ...{ answered: new Map(), refused: 0, failed: [], answerMsMax: 0, silentMsMax: 0 },
  };
  let keys = 0;
  let succeededAt = performance.now();

  /** Whether the request is to be repeated. */
  async function attempt(accountId: Uuid, key: string): Promise<boolean> {
    const beganAt = performance.now();
    try {
      const id = await ledger.credit(accountId, key, 1n);
      seen.answered.set(key, id);
      seen.silentMsMax = Math.max(seen.silentMsMax, performance.now() - succeededAt);
      succeededAt = performance.now();
      return false;
    } catch (error) {
      if (isUnavailable(error)) seen.refused += 1;
      else seen.failed.push(String(error));
      return isUnavailable(error);
    } finally {
      seen.answerMsMax = Math.max(seen.answerMsMax, performance.now() - beganAt);
    }
  }

  async function runClient(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      keys += 1;
      const key = `${shard}-${keys}`;
      const accountId = accounts[keys % accounts.length];
      if (accountId === undefined) return;
      while (await attempt(accountId, key)) await pause(AGAIN_MS);
    }
  }

  return {
    accounts,
    seen,
    async drive(clients, signal) {
      succeededAt = performance.now();
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
