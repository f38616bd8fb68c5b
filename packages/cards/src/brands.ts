/** Number format of a card brand. Plain data, so that page scripts can embed it. */
export interface BrandRule {
  /** The brand as stored. */
  readonly brand: string;
  /** The brand's own spelling. */
  readonly name: string;
  /** Source of a regular expression that matches the first digits. */
  readonly begins: string;
  /** Allowed numbers of digits. */
  readonly lengths: readonly number[];
  /** Length of the security code. */
  readonly codeLength: number;
  /** Grouping as printed on the card; digits after the last group come in fours. */
  readonly groups: readonly number[];
  /** Whether the last digit is a Luhn check digit. */
  readonly hasCheckDigit: boolean;
}

const usual = { codeLength: 3, groups: [4], hasCheckDigit: true };

/** Issuer ranges; the first match wins. */
export const brandRules: readonly BrandRule[] = [
  { ...usual, brand: 'visa', name: 'Visa', begins: '^4', lengths: [13, 16, 18, 19] },
  {
    ...usual,
    brand: 'mastercard',
    name: 'Mastercard',
    begins: '^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)',
    lengths: [16],
  },
  {
    brand: 'amex',
    name: 'American Express',
    begins: '^3[47]',
    lengths: [15],
    codeLength: 4,
    groups: [4, 6, 5],
    hasCheckDigit: true,
  },
  {
    ...usual,
    brand: 'discover',
    name: 'Discover',
    begins: '^(6011|64[4-9]|65)',
    lengths: [16, 17, 18, 19],
  },
  {
    ...usual,
    brand: 'jcb',
    name: 'JCB',
    begins: '^35(2[89]|[3-8])',
    lengths: [16, 17, 18, 19],
  },
  {
    ...usual,
    brand: 'diners',
    name: 'Diners Club',
    begins: '^3(0[0-5]|[689])',
    lengths: [14, 15, 16, 17, 18, 19],
  },
  {
    ...usual,
    brand: 'unionpay',
    name: 'UnionPay',
    begins: '^62',
    lengths: [16, 17, 18, 19],
    // Some UnionPay issuers use numbers without a check digit.
    hasCheckDigit: false,
  },
];

/** Limits for brands that are not listed (ISO/IEC 7812-1). */
const LENGTH_MIN = 12;
const LENGTH_MAX = 19;
const unknownLengths = Array.from(
  { length: LENGTH_MAX - LENGTH_MIN + 1 },
  (_, index) => LENGTH_MIN + index,
);

/** The brand rule that matches a full or partial number; undefined for an unknown brand. */
export function ruleOf(number: string): BrandRule | undefined {
  return brandRules.find(({ begins }) => new RegExp(begins).test(number));
}

/** Allowed lengths of a number with these first digits. */
export function lengthsOf(number: string): readonly number[] {
  return ruleOf(number)?.lengths ?? unknownLengths;
}

/** The brand's own spelling; undefined for an unknown brand. */
export function nameOfBrand(brand: string): string | undefined {
  return brandRules.find((rule) => rule.brand === brand)?.name;
}
