/** How a request goes wrong. `…_after`: what it asked for is done, and its client does not hear of it. */
export const faultKinds = [
  'timeout_before',
  'timeout_after',
  'reset_before',
  'reset_after',
  'error_429',
  'error_500',
  'error_500_after',
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** Makes the next requests that fit go wrong. */
export interface Fault {
  readonly kind: FaultKind;
  /** How many; one when left out. */
  readonly times?: number;
  /** Only requests whose path begins so; any when left out. */
  readonly path?: string;
  /** Only requests of this method; POST when left out. */
  readonly method?: string;
}

const FAULTS_MAX = 1_000;

export function makeFaults() {
  let faults: { readonly fault: Fault; left: number }[] = [];
  let downUntil = 0;
  return {
    add(fault: Fault): void {
      if (faults.length >= FAULTS_MAX) throw new Error('too many faults');
      faults.push({ fault, left: fault.times ?? 1 });
    },
    /** The fault that a request meets, which counts as met. */
    take(method: string, path: string): FaultKind | undefined {
      const met = faults.find(
        ({ fault }) => (fault.method ?? 'POST') === method && path.startsWith(fault.path ?? '/'),
      );
      if (!met) return undefined;
      met.left -= 1;
      faults = faults.filter(({ left }) => left > 0);
      return met.fault.kind;
    },
    /** For so long every connection is reset. */
    goDown(ms: number): void {
      downUntil = Date.now() + ms;
    },
    isDown: () => Date.now() < downUntil,
    clear(): void {
      faults = [];
      downUntil = 0;
    },
  };
}

export type Faults = ReturnType<typeof makeFaults>;
