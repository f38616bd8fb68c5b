export interface Queue<Item> {
  /** Adds an item; without room for it the queue ends after its current items. */
  offer(item: Item, length: number): boolean;
  /** The next item; `nothing` if none arrived in time, `ended` after the last one. */
  take(waitMs: number): Promise<{ readonly item: Item } | 'nothing' | 'ended'>;
  end(): void;
}

/** A bounded buffer for one reader: items up to a total length, or one item of any length. */
export function makeQueue<Item>(lengthMax: number): Queue<Item> {
  const waiting: { readonly item: Item; readonly length: number }[] = [];
  let total = 0;
  let isEnded = false;
  let wake = () => {};

  function waitForMore(waitMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function end(): void {
    isEnded = true;
    wake();
  }

  return {
    end,
    offer(item, length) {
      if (total > 0 && total + length > lengthMax) end();
      if (isEnded) return false;
      waiting.push({ item, length });
      total += length;
      wake();
      return true;
    },
    async take(waitMs) {
      if (waiting.length === 0 && !isEnded) await waitForMore(waitMs);
      const next = waiting.shift();
      if (!next) return isEnded ? 'ended' : 'nothing';
      total -= next.length;
      return { item: next.item };
    },
  };
}
