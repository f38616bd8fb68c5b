export { brandRules, nameOfBrand } from './brands.ts';
export { type Expiry, hasExpired, readExpiry } from './expiry.ts';
export {
  type CodeFault,
  findCodeFault,
  findNumberFault,
  isLuhnValid,
  type NumberFault,
  readNumber,
  summarize,
} from './number.ts';
