import type { Rule } from '../driver.ts';
import { chargeRules } from './charges.ts';
import { payoutRules, refundRules } from './money-back.ts';
import { noticeRules } from './notices.ts';
import { savedRules } from './saved.ts';
import { settlementRules } from './settlements.ts';

/** Rules for every processor, as far as its abilities require. */
export const rules: readonly Rule[] = [
  ...chargeRules,
  ...savedRules,
  ...refundRules,
  ...payoutRules,
  ...noticeRules,
  ...settlementRules,
];
