/** What is asked of the ledger. Transactions go by the number in which they were created. */
export type Ask =
  | {
      readonly do: 'credit' | 'payment' | 'refund';
      readonly amount: number;
      readonly currency: string;
      readonly isManual: boolean;
      readonly delayMs: number;
      /** The payment of a refund that is tied; -1 is none that there is. */
      readonly of: number | null;
    }
  | { readonly do: 'capture'; readonly of: number; readonly amount: number | null }
  | { readonly do: 'cancel' | 'touch'; readonly of: number }
  /** A hold whose time may have come: it settles, or expires when it waited to be captured. */
  | { readonly do: 'end'; readonly of: number; readonly isManual: boolean }
  | { readonly do: 'note'; readonly of: number; readonly text: string }
  | {
      readonly do: 'charge';
      readonly amount: number;
      readonly currency: string;
      readonly key: string;
    }
  | { readonly do: 'close' };
