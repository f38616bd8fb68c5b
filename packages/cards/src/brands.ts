/** What is known of the numbers of a brand. Plain data, so that a page's script can have it too. */
export interface BrandRule {
  /** As it is stored. */
  readonly brand: string;
  /** As its cards spell it. */
  readonly name: string;
  /** Source of a regular expression: the digits that its numbers begin with. */
  readonly begins: string;
  /** How many digits a number can have. */
  readonly lengths: readonly number[];
  /** Digits of the security code. */
  readonly codeLength: number;
  /** How the digits stand on the card; what follows the last group stands in fours. */
  readonly groups: readonly number[];
  /** Whether the last digit checks the others. */
  readonly hasCheckDigit: boolean;
}

const usual = { codeLength: 3, groups: [4], hasCheckDigit: true };

/** Issuer ranges, the first that fits counts. */
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
    // Some of its issuers have given out numbers without one.
    hasCheckDigit: false,
  },
];

/** What numbers of brands that are not listed have in common (ISO/IEC 7812-1). */
const LENGTH_MIN = 12;
const LENGTH_MAX = 19;
const unknownLengths = Array.from(
  { length: LENGTH_MAX - LENGTH_MIN + 1 },
  (_, index) => LENGTH_MIN + index,
);

/** The rule of the brand that a number, or its beginning, belongs to; undefined for an unknown one. */
export function ruleOf(number: string): BrandRule | undefined {
  return brandRules.find(({ begins }) => new RegExp(begins).test(number));
}

/** How many digits a number that begins like this can have. */
export function lengthsOf(number: string): readonly number[] {
  return ruleOf(number)?.lengths ?? unknownLengths;
}

/** A brand as its cards spell it; undefined for an unknown one. */
export function nameOfBrand(brand: string): string | undefined {
  return brandRules.find((rule) => rule.brand === brand)?.name;
}
