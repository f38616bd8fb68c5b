export { AMOUNT_MINOR_MAX, BALANCE_MINOR_MAX, toJsonAmount } from './amount.ts';
export { type Currency, exponentOf, parseCurrency } from './currency.ts';
