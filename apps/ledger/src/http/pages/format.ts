/** An instant (milliseconds since 1970) for people, with its zone: `31 January 2026, 12:00 UTC`. */
export function formatInstant(instant: number, locale: string, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(instant);
}

const brands: ReadonlyMap<string, string> = new Map([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['amex', 'American Express'],
  ['discover', 'Discover'],
  ['jcb', 'JCB'],
  ['diners', 'Diners Club'],
]);

/** A brand as its cards spell it; undefined for one that nobody knows. */
export function formatBrand(brand: string): string | undefined {
  return brands.get(brand);
}
