export const partNames = [
  'submit',
  'load',
  'cost',
  'edge',
  'passwords',
  'renewals',
  'replicas',
  'isolation',
  'history',
  'idle',
  'objects',
  'search',
] as const;
export type PartName = (typeof partNames)[number];

/** `A` is a multiple of the anchor, `times` of another figure of the same round. */
export type Unit = 'A' | 'times' | 'us' | 'ms' | 's' | 'MB' | 'bytes' | 'percent';

export interface Row {
  readonly id: string;
  /** Number in the table of Florin's targets; undefined for a reference. */
  readonly number: number | undefined;
  readonly part: PartName;
  readonly what: string;
  readonly unit: Unit;
  readonly better: 'more' | 'less';
  /** Undefined for a reference, as is `aim`. */
  readonly must?: number;
  readonly aim?: number;
}
