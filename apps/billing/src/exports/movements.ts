import { parsePublicId, toPublicId, type Uuid } from '@florin/contracts';
import { type HistoryClient, nextOf, PAGE } from './rows.ts';

/** A change of an account's balance in the ledger. */
export interface Movement {
  readonly transactionId: string;
  /** Minor units; negative for what left. */
  readonly amount: bigint;
  readonly kind: string;
  readonly reference: string;
  /** Refund, dispute, payout or settlement line that moved it, by its public id; empty for others. */
  readonly subject: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

interface Asked {
  readonly accountId: Uuid;
  /** ISO 8601; `until` is not included. */
  readonly from: string;
  readonly until: string;
  readonly requestId: string;
}

const TIMEOUT_MS = 20_000;

/** A page of the changes of a balance in a span, oldest first, and the id behind which the next begins. */
export async function readMovementPage(
  history: Pick<HistoryClient, 'listEntries'>,
  { requestId, ...asked }: Asked,
  afterId: string,
): Promise<{ readonly items: readonly Movement[]; readonly next: string | null }> {
  const request = { ...asked, afterId, limit: PAGE };
  const { entries = [] } = await history.listEntries(request, { requestId, timeoutMs: TIMEOUT_MS });
  const items = entries.flatMap((entry): readonly Movement[] => {
    const amount = BigInt(entry.available) + BigInt(entry.held);
    // A hold takes nothing from a balance yet.
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

/** Money that processors moved without an invoice: a fee of a settlement, or a payout. */
export function movedFor({ subject }: Pick<Movement, 'subject'>): 'fee' | 'payout' | undefined {
  if (parsePublicId('settlementLine', subject) !== undefined) return 'fee';
  return parsePublicId('payout', subject) === undefined ? undefined : 'payout';
}
