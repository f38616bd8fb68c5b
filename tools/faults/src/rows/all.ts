import type { Row } from '../row.ts';
import { oneKeyOneEffect } from './one-key-one-effect.ts';
import { oneWinner } from './one-winner.ts';

/** Every row of the table, in its order. */
export const rows: readonly Row[] = [oneWinner, oneKeyOneEffect];
