import { sumErrors } from './results.ts';
import type { Sample } from './sample.ts';
import type { Seen } from './take-samples.ts';
import type { Window } from './window.ts';

/**
 * Adds a window to what was collected. What is left of the last window is none of its own: its few
 * answers would say nothing of latency, but none of their errors may be forgotten.
 */
export function addRest(samples: readonly Sample[], rest: Window): readonly Sample[] {
  const last = samples.at(-1);
  if (last === undefined) return samples;
  const errors = sumErrors([last, rest]);
  return [...samples.slice(0, -1), { ...last, errors, unsent: last.unsent + rest.unsent }];
}

export interface Collector {
  /** Looks at everything once the windows before have been. */
  add(window: Window): void;
  /** When all of it was looked at. */
  finish(): Promise<readonly Sample[]>;
}

export interface CollectorOptions {
  readonly windowMs: number;
  readonly look: () => Promise<Seen>;
  /** Told of each sample. */
  readonly onSample: (sample: Sample) => Promise<void>;
  /** Told of what keeps it from looking. */
  readonly onError: (error: unknown) => void;
}

/** Puts what came of the load together with what is seen of Florin at that moment. */
export function makeCollector(options: CollectorOptions): Collector {
  const { windowMs, look, onSample, onError } = options;
  const startedAtMs = performance.now();
  let samples: readonly Sample[] = [];
  let heardAtMs = startedAtMs;
  let collecting: Promise<void> = Promise.resolve();
  return {
    add(window) {
      const nowMs = performance.now();
      const isRest = nowMs - heardAtMs < windowMs / 2;
      heardAtMs = nowMs;
      collecting = collecting.then(async () => {
        if (isRest) {
          samples = addRest(samples, window);
          return;
        }
        const atSeconds = Math.round((nowMs - startedAtMs) / 100) / 10;
        const sample = { atSeconds, ...window, ...(await look()) };
        samples = [...samples, sample];
        await onSample(sample);
      });
      collecting.catch(onError);
    },
    async finish() {
      await collecting;
      return samples;
    },
  };
}
