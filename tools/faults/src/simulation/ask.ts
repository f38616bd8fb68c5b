/** A command to the ledger. Transactions are numbered by creation. */
export type Ask =
  | {
      readonly do: 'credit' | 'payment' | 'refund';
      readonly amount: number;
      readonly currency: string;
      readonly isManual: boolean;
      readonly delayMs: number;
      /** The payment of a refund; -1 is a missing one. */
      readonly of: number | null;
    }
  | { readonly do: 'capture'; readonly of: number; readonly amount: number | null }
  | { readonly do: 'cancel' | 'touch'; readonly of: number }
  /** A hold that may be due: it settles, or expires if it waits for a capture. */
  | { readonly do: 'end'; readonly of: number; readonly isManual: boolean }
  | { readonly do: 'note'; readonly of: number; readonly text: string }
  | {
      readonly do: 'charge';
      readonly amount: number;
      readonly currency: string;
      readonly key: string;
    }
  | { readonly do: 'close' };
