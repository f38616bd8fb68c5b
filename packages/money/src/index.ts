export { AMOUNT_MINOR_MAX, atLeastZero, BALANCE_MINOR_MAX, sumOf, toJsonAmount } from './amount.ts';
export { divideHalfUp, splitBy } from './commercial-rounding.ts';
export { type Currency, exponentOf, parseCurrency } from './currency.ts';
export {
  type CalendarMonth,
  dayOf,
  daysLater,
  endOfDayLater,
  monthsOf,
  startOfDay,
} from './day.ts';
export { formatAmount, formatUnitPrice, toDecimal } from './format-amount.ts';
export { type PeriodRule, periodBoundary } from './period.ts';
export { divideHalfEven, prorate } from './proration.ts';
export { amountOf, costOf, type RatedPart, type Rating, rate } from './rating/rate.ts';
export {
  faultOfTiers,
  type PerUnitScheme,
  type PriceScheme,
  type Tier,
  type TieredScheme,
  type UnitPrice,
} from './rating/scheme.ts';
export {
  add,
  compare,
  DECIMALS_MAX,
  divideRounded,
  formatDecimal,
  multiply,
  parseDecimal,
  type Rational,
  rational,
  roundHalfUp,
  subtract,
  wholeOf,
  ZERO,
} from './rational.ts';
