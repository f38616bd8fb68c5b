/** Faults of a request. `…_after`: it is executed, but its client gets no answer. */
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

/** Makes the next matching requests fail. */
export interface Fault {
  readonly kind: FaultKind;
  /** Number of requests; one by default. */
  readonly times?: number;
  /** Only paths with this prefix; any by default. */
  readonly path?: string;
  /** Only this method; POST by default. */
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
    /** The fault for a request, which is then used up. */
    take(method: string, path: string): FaultKind | undefined {
      const met = faults.find(
        ({ fault }) => (fault.method ?? 'POST') === method && path.startsWith(fault.path ?? '/'),
      );
      if (!met) return undefined;
      met.left -= 1;
      faults = faults.filter(({ left }) => left > 0);
      return met.fault.kind;
    },
    /** Resets every connection for this time. */
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
