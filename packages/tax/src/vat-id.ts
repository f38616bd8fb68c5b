/**
 * The form of VAT identification numbers, without the country's letters, by their prefix: EU member
 * states as VIES takes them (Commission, VIES FAQ 11), and their neighbours'.
 */
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^(?:[A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(?:\d[A-Z0-9+*]\d{5}[A-Z]|\d{7}[A-W][A-I])$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/,
  GB: /^(?:\d{9}|\d{12}|(?:GD|HA)\d{3})$/,
  CHE: /^\d{9}(?:MWST|TVA|IVA)?$/,
  NO: /^\d{9}(?:MVA)?$/,
};

/** Where a prefix is not the country's own code. */
const prefixCountries: Readonly<Record<string, string>> = { EL: 'GR', CHE: 'CH', XI: 'GB' };

/** A VAT identification number that has the form of its country's. */
export interface VatId {
  /** Without spaces, dots and hyphens, in upper case. */
  readonly value: string;
  /** ISO 3166-1: Greece for EL, the United Kingdom for XI. */
  readonly country: string;
  /** Whether trade with its owner is trade within the EU: of a member state, or of Northern Ireland. */
  readonly isEu: boolean;
}

/** Reads a VAT identification number; undefined where it has not the form of any that are known. */
export function parseVatId(text: string): VatId | undefined {
  const value = text.toUpperCase().replaceAll(/[\s.-]/g, '');
  const prefix = value.startsWith('CHE') ? 'CHE' : value.slice(0, 2);
  if (!Object.hasOwn(forms, prefix) || !forms[prefix]?.test(value.slice(prefix.length)))
    return undefined;
  const country = prefixCountries[prefix] ?? prefix;
  return { value, country, isEu: prefix === 'XI' || isEuCountry(country) };
}

const euCountries: ReadonlySet<string> = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' '),
);

/** Whether a country (ISO 3166-1) is a member state of the EU. */
export function isEuCountry(country: string): boolean {
  return euCountries.has(country);
}
