import type { Rule } from '../driver.ts';
import { chargeRules } from './charges.ts';
import { payoutRules, refundRules } from './money-back.ts';
import { noticeRules } from './notices.ts';
import { savedRules } from './saved.ts';
import { settlementRules } from './settlements.ts';

/** What every processor keeps, as far as it can do it. */
export const rules: readonly Rule[] = [
  ...chargeRules,
  ...savedRules,
  ...refundRules,
  ...payoutRules,
  ...noticeRules,
  ...settlementRules,
];
