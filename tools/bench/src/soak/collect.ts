import { sumErrors } from './results.ts';
import type { Sample } from './sample.ts';
import type { Seen } from './take-samples.ts';
import type { Window } from './window.ts';

/**
 * Merges the last, short window into the previous one: its few answers would distort latency, but
 * its errors count.
 */
export function addRest(samples: readonly Sample[], rest: Window): readonly Sample[] {
  const last = samples.at(-1);
  if (last === undefined) return samples;
  const errors = sumErrors([last, rest]);
  return [...samples.slice(0, -1), { ...last, errors, unsent: last.unsent + rest.unsent }];
}

export interface Collector {
  /** Takes a sample once earlier ones are finished. */
  add(window: Window): void;
  /** Resolves once all samples are taken. */
  finish(): Promise<readonly Sample[]>;
}

export interface CollectorOptions {
  readonly windowMs: number;
  readonly look: () => Promise<Seen>;
  /** Called with each sample. */
  readonly onSample: (sample: Sample) => Promise<void>;
  /** Called with each sampling error. */
  readonly onError: (error: unknown) => void;
}

/** Combines the load's results with the state of Florin at that moment. */
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
