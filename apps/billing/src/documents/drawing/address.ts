import type { AddressResource } from '@florin/contracts';

/** Countries that write the city before the region and the postal code. */
const CITY_FIRST: ReadonlySet<string> = new Set(['US', 'CA', 'AU', 'IN', 'BR', 'MX']);
/** Countries that write the postal code on its own line. */
const CODE_LAST: ReadonlySet<string> = new Set(['GB', 'IE', 'IM']);

/**
 * An address as lines in the format of its country (UPU S42), with the country in the reader's
 * language.
 */
export function addressLines(address: AddressResource, language: string): readonly string[] {
  const { line1, line2, postal_code: code, city, region, country } = address;
  const names = new Intl.DisplayNames(language, { type: 'region' });
  return [line1, line2, ...placeLines(code, city, region, country), names.of(country) ?? country]
    .map((line) => line?.trim() ?? '')
    .filter((line) => line !== '');
}

function placeLines(
  code: string | null,
  city: string | null,
  region: string | null,
  country: string,
): readonly string[] {
  const joined = (...parts: readonly (string | null)[]) => parts.filter(Boolean).join(' ');
  if (CODE_LAST.has(country)) return [joined(city), joined(code)];
  if (CITY_FIRST.has(country)) return [[city, joined(region, code)].filter(Boolean).join(', ')];
  return [joined(code, city)];
}
