export interface Loop {
  /** Ends the rest before the next round; a round that runs now is followed by another. */
  wake(): void;
  /** Waits for the round that runs; no other follows. */
  stop(): Promise<void>;
}

/** Whether the next round follows at once or after a rest. */
export type Round = 'again' | 'rest';

/**
 * Runs rounds one after the other until it is stopped. A round that throws is reported and
 * repeated after a rest of its own.
 */
export function startLoop(
  round: () => Promise<Round>,
  { restMs, restAfterErrorMs }: { readonly restMs: number; readonly restAfterErrorMs: number },
  onError: (error: unknown) => void,
): Loop {
  let isStopped = false;
  let isWoken = false;
  let endRest = () => {};

  function rest(durationMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, durationMs);
      endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      isWoken = false;
      try {
        const next = await round();
        if (next === 'rest' && !isWoken && !isStopped) await rest(restMs);
      } catch (error) {
        if (isStopped) return;
        onError(error);
        await rest(restAfterErrorMs);
      }
    }
  }

  const running = run();
  return {
    wake() {
      isWoken = true;
      endRest();
    },
    async stop() {
      isStopped = true;
      endRest();
      await running;
    },
  };
}
