import type { Uuid } from '@florin/contracts';

export { checkCursor } from '../../../../../packages/http-api/src/requests/account-access.ts';

/** Shows everything to everybody, and lets them change it. */
export const canRead = (): boolean => true;
export const canWrite = (): boolean => true;
export const scopeOf = (_caller: unknown, asked: Uuid | null | undefined): Uuid | 'all' =>
  asked ?? 'all';
