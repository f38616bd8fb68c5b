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

/** `A` is a multiple of the anchor, `times` one of something else that was measured beside it. */
export type Unit = 'A' | 'times' | 'us' | 'ms' | 's' | 'MB' | 'bytes' | 'percent';

export interface Row {
  readonly id: string;
  /** As numbered in the table of what Florin must reach; undefined for what it is compared with. */
  readonly number: number | undefined;
  readonly part: PartName;
  readonly what: string;
  readonly unit: Unit;
  readonly better: 'more' | 'less';
  /** Undefined for what it is compared with, as is `aim`. */
  readonly must?: number;
  readonly aim?: number;
}
