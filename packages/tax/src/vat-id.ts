import { validate as at } from 'stdnum/lib/cjs/at/uid.js';
import { validate as be } from 'stdnum/lib/cjs/be/vat.js';
import { validate as bg } from 'stdnum/lib/cjs/bg/vat.js';
import { validate as che } from 'stdnum/lib/cjs/ch/vat.js';
import { validate as cy } from 'stdnum/lib/cjs/cy/vat.js';
import { validate as cz } from 'stdnum/lib/cjs/cz/dic.js';
import { validate as de } from 'stdnum/lib/cjs/de/vat.js';
import { validate as dk } from 'stdnum/lib/cjs/dk/cvr.js';
import { validate as ee } from 'stdnum/lib/cjs/ee/kmkr.js';
import { validate as es } from 'stdnum/lib/cjs/es/nif.js';
import { validate as fi } from 'stdnum/lib/cjs/fi/alv.js';
import { validate as fr } from 'stdnum/lib/cjs/fr/tva.js';
import { validate as gb } from 'stdnum/lib/cjs/gb/vat.js';
import { validate as el } from 'stdnum/lib/cjs/gr/vat.js';
import { validate as hr } from 'stdnum/lib/cjs/hr/oib.js';
import { validate as hu } from 'stdnum/lib/cjs/hu/anum.js';
import { validate as ie } from 'stdnum/lib/cjs/ie/vat.js';
import { validate as it } from 'stdnum/lib/cjs/it/iva.js';
import { validate as lt } from 'stdnum/lib/cjs/lt/pvm.js';
import { validate as lu } from 'stdnum/lib/cjs/lu/tva.js';
import { validate as lv } from 'stdnum/lib/cjs/lv/pvn.js';
import { validate as mt } from 'stdnum/lib/cjs/mt/vat.js';
import { validate as nl } from 'stdnum/lib/cjs/nl/btw.js';
import { validate as no } from 'stdnum/lib/cjs/no/mva.js';
import { validate as pl } from 'stdnum/lib/cjs/pl/nip.js';
import { validate as pt } from 'stdnum/lib/cjs/pt/nif.js';
import { validate as ro } from 'stdnum/lib/cjs/ro/cif.js';
import { validate as se } from 'stdnum/lib/cjs/se/vat.js';
import { validate as si } from 'stdnum/lib/cjs/si/ddv.js';
import { validate as sk } from 'stdnum/lib/cjs/sk/dph.js';

type Validate = (value: string) => { readonly isValid: boolean };

/** Check digit functions by prefix. Northern Ireland uses the UK's. */
const checks: Readonly<Record<string, Validate>> = {
  AT: at,
  BE: be,
  BG: bg,
  CY: cy,
  CZ: cz,
  DE: de,
  DK: dk,
  EE: ee,
  EL: el,
  ES: es,
  FI: fi,
  FR: fr,
  HR: hr,
  HU: hu,
  IE: ie,
  IT: it,
  LT: lt,
  LU: lu,
  LV: lv,
  MT: mt,
  NL: nl,
  PL: pl,
  PT: pt,
  RO: ro,
  SE: se,
  SI: si,
  SK: sk,
  GB: gb,
  CHE: che,
  NO: no,
  XI: gb,
};

/** Numbers of persons follow several historical schemes, so only their format is checked. */
const personal: Readonly<Record<string, RegExp>> = {
  BG: /^\d{10}$/,
  CZ: /^\d{9,10}$/,
  LV: /^[0-3]/,
};

/**
 * Formats of VAT IDs without the prefix: EU member states as in VIES (Commission, VIES FAQ 11) and
 * their neighbors.
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
  CHE: /^\d{9}(?:MWST|TVA|IVA|TPV)?$/,
  NO: /^\d{9}(?:MVA)?$/,
};

/** Prefixes that differ from the country code. */
const prefixCountries: Readonly<Record<string, string>> = { EL: 'GR', CHE: 'CH', XI: 'GB' };

/** A VAT ID with the format and check digits of its country. */
export interface VatId {
  /** Upper case, without spaces, dots and hyphens. */
  readonly value: string;
  /** ISO 3166-1: EL is Greece, XI the United Kingdom. */
  readonly country: string;
  /** Whether its owner counts as in the EU: a member state, or Northern Ireland. */
  readonly isEu: boolean;
}

/** Parses a VAT ID; undefined if its format or check digits are wrong. */
export function parseVatId(text: string): VatId | undefined {
  const value = text.toUpperCase().replaceAll(/[\s.-]/g, '');
  const prefix = value.startsWith('CHE') ? 'CHE' : value.slice(0, 2);
  const number = value.slice(prefix.length);
  if (!Object.hasOwn(forms, prefix) || !forms[prefix]?.test(number)) return undefined;
  if (!personal[prefix]?.test(number) && !hasCheckDigits(prefix, number)) return undefined;
  const country = prefixCountries[prefix] ?? prefix;
  return { value, country, isEu: prefix === 'XI' || isEuCountry(country) };
}

function hasCheckDigits(prefix: string, number: string): boolean {
  // Swiss check digits include the prefix.
  return checks[prefix]?.(prefix === 'CHE' ? `CHE${number}` : number).isValid === true;
}

const euCountries: ReadonlySet<string> = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' '),
);

/** Whether a country (ISO 3166-1) is an EU member state. */
export function isEuCountry(country: string): boolean {
  return euCountries.has(country);
}
