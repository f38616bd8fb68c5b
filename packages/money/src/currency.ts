/**
 * Active ISO 4217 currencies by decimals, as of 2026-01-01 (BGN has become EUR; XCG replaces ANG;
 * ZWG replaces ZWL). Without fund codes, metals and test codes.
 */
const codesByExponent = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF
    CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD
    HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA
    MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN
    QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP
    TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
} as const;

const exponents: ReadonlyMap<string, number> = new Map(
  Object.entries(codesByExponent).flatMap(([exponent, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(exponent)] as const),
  ),
);

/** An upper-case ISO 4217 code that {@link parseCurrency} has validated. */
export type Currency = string & { readonly __brand: 'Currency' };

/** Parses a code in either case; undefined if it is not an active currency. */
export function parseCurrency(text: string): Currency | undefined {
  // Only A–Z: toUpperCase would let "ſgd" pass as SGD.
  if (!/^[A-Za-z]{3}$/.test(text)) return undefined;
  const code = text.toUpperCase();
  return exponents.has(code) ? (code as Currency) : undefined;
}

/** Decimals of the minor unit: 2 for USD, 0 for JPY, 3 for KWD. */
export function exponentOf(currency: Currency): number {
  const exponent = exponents.get(currency);
  if (exponent === undefined) throw new RangeError(`${currency} is not an active currency`);
  return exponent;
}
