import { integerField, text } from '@florin/http-api';

const PLAN_LENGTH_MAX = 100;
const QUANTITY_MAX = 1_000_000;

export const planField = text(PLAN_LENGTH_MAX).meta({
  description:
    'Id of the plan, or the `lookup_key` or id (`price_…`) of a recurring price. The bare name of a starter plan means its monthly version. Responses repeat the value in `plan`.',
  examples: ['pro_monthly'],
});
export const quantityField = integerField(1, QUANTITY_MAX).describe(
  'Quantity of the plan: 1 to 1000000.',
);
