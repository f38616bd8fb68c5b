import type { Voucher } from './voucher.ts';

interface Remembered {
  readonly voucher: Voucher;
  readonly goodUntilMs: number;
}

/** Vouchers by session or by the hash of a key; the oldest make room for new ones. */
export interface RememberedVouchers {
  find(key: string, nowMs: number): Voucher | undefined;
  keep(key: string, remembered: Remembered): void;
  clear(): void;
}

const REMEMBERED_MAX = 10_000;

export function makeRememberedVouchers(): RememberedVouchers {
  const byKey = new Map<string, Remembered>();
  return {
    find(key, nowMs) {
      const found = byKey.get(key);
      return found && found.goodUntilMs > nowMs ? found.voucher : undefined;
    },
    keep(key, remembered) {
      // Deleted first, so that it moves to the end.
      byKey.delete(key);
      byKey.set(key, remembered);
      const [oldest] = byKey.keys();
      if (byKey.size > REMEMBERED_MAX && oldest !== undefined) byKey.delete(oldest);
    },
    clear: () => byKey.clear(),
  };
}
