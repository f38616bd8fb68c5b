import { parsePublicId, toPublicId, type Uuid } from '@florin/contracts';
import type { HistoryClient } from '../../clients.ts';
import { nextOf, PAGE } from './rows.ts';

/** A change of an account's balance in the ledger. */
export interface Movement {
  readonly transactionId: string;
  /** Minor units; negative for outgoing money. */
  readonly amount: bigint;
  readonly kind: string;
  readonly reference: string;
  /**
   * Public id of the refund, dispute, payout or settlement line that moved it; empty for others.
   */
  readonly subject: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

interface Asked {
  readonly accountId: Uuid;
  /** ISO 8601; `until` is exclusive. */
  readonly from: string;
  readonly until: string;
  readonly requestId: string;
}

const TIMEOUT_MS = 20_000;

/**
 * A page of balance changes in a span, oldest first, and the id after which the next page begins.
 */
export async function readMovementPage(
  history: Pick<HistoryClient, 'listEntries'>,
  { requestId, ...asked }: Asked,
  afterId: string,
): Promise<{ readonly items: readonly Movement[]; readonly next: string | null }> {
  const request = { ...asked, afterId, limit: PAGE };
  const { entries = [] } = await history.listEntries(request, { requestId, timeoutMs: TIMEOUT_MS });
  const items = entries.flatMap((entry): readonly Movement[] => {
    const amount = BigInt(entry.available) + BigInt(entry.held);
    // A hold does not change the balance.
    if (amount === 0n) return [];
    const transactionId = toPublicId('transaction', entry.transactionId);
    const { kind, reference, subject } = entry;
    return [{ transactionId, amount, kind, reference, subject, at: Date.parse(entry.createdAt) }];
  });
  return { items, next: nextOf(entries, PAGE) };
}

/** All of them, page by page. */
export async function* readMovements(
  history: Pick<HistoryClient, 'listEntries'>,
  asked: Asked,
): AsyncGenerator<Movement> {
  let afterId: string | null = '';
  do {
    const page: Awaited<ReturnType<typeof readMovementPage>> = await readMovementPage(
      history,
      asked,
      afterId,
    );
    yield* page.items;
    afterId = page.next;
  } while (afterId !== null);
}

/** Kind of a movement without an invoice: a settlement fee, or a payout. */
export function movedFor({ subject }: Pick<Movement, 'subject'>): 'fee' | 'payout' | undefined {
  if (parsePublicId('settlementLine', subject) !== undefined) return 'fee';
  return parsePublicId('payout', subject) === undefined ? undefined : 'payout';
}
