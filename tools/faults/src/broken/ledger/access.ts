import type { Uuid } from '@florin/contracts';

/** Lets every caller read and change everything. */
export const canRead = (): boolean => true;
export const canWrite = (): boolean => true;
export const scopeOf = (_caller: unknown, asked: Uuid | null | undefined): Uuid | 'all' =>
  asked ?? 'all';
