import { setTimeout as pause } from 'node:timers/promises';
import { rpcDouble } from '@florin/contract-tests';
import { grpcServices } from '@florin/contracts/protos';

/** Number of rows of each account in the ledger's history, one each minute of 2026. */
export const HISTORY_ROWS = 1_203;
const PAGE_MS = 150;
const START_MS = Date.UTC(2026, 0, 1);

const idAt = (index: number) => `01970000-0000-7000-8000-${String(index).padStart(12, '0')}`;
const instantAt = (index: number) => new Date(START_MS + index * 60_000).toISOString();

interface Page {
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly afterId?: string | undefined;
  readonly limit?: number | undefined;
}

function rowsOf<Row>(
  { from = '', until = '', afterId = '', limit = 1 }: Page,
  row: (index: number) => Row,
) {
  return Array.from({ length: HISTORY_ROWS }, (_, index) => index)
    .filter(
      (index) => instantAt(index) >= from && instantAt(index) < until && idAt(index) > afterId,
    )
    .slice(0, limit)
    .map(row);
}

const common = (index: number) => ({
  ...{ id: idAt(index), createdAt: instantAt(index), updatedAt: instantAt(index) },
  ...{ amount: '100', currency: 'USD', reference: `=ref ${index}` },
});

/** A fake ledger history: each account was credited 1.00 a minute, 1203 times. */
export const historyDouble = () =>
  rpcDouble(grpcServices.history.service, {
    ListEntries: async (page) => ({
      entries: rowsOf(page, (index) => ({
        ...common(index),
        ...{ transactionId: idAt(index), kind: 'credit', available: '100', held: '0' },
        ...{ availableAfter: String((index + 1) * 100), heldAfter: '0' },
      })),
    }),
    async ListTransactions(page) {
      // Long enough to kill a process between two pages.
      await pause(PAGE_MS);
      const transactions = rowsOf(page, (index) => ({
        ...common(index),
        ...{ type: 'credit', status: 'succeeded' },
      }));
      return { transactions };
    },
    ListPayments: async (page) => ({
      payments: rowsOf(page, (index) => ({
        ...common(index),
        ...{ status: 'succeeded', customerEmail: 'a@b.example', transactionId: idAt(index) },
      })),
    }),
    FindBalance: async ({ at = '' }) => {
      const rows = rowsOf({ from: instantAt(0), until: at, limit: HISTORY_ROWS }, () => 100);
      return { currency: 'USD', available: String(rows.length * 100), held: '0' };
    },
  });
