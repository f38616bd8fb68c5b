import { type IdKind, idPatternOf, idPrefixes, METADATA_KEYS_MAX } from '@florin/contracts';

const ids = Object.keys(idPrefixes) as IdKind[];

/**
 * Constraints of requests that release 0.1.0 enforced without documenting them. A document that
 * names one now takes nothing from clients.
 */
const stated: Readonly<Record<string, readonly unknown[]>> = {
  // The width of an integer does not restrict its values.
  format: ['int64', 'date-time', 'email', 'uri'],
  pattern: [
    ...ids.map(idPatternOf),
    String.raw`^[^\x00]*[^\x00\s\ufeff][^\x00]*$`,
    String.raw`^[^\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]*[^\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\s\ufeff][^\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]*$`,
    '^[!-~]{1,255}$',
    '^[A-Za-z]{3}$',
    '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$',
    '^[A-Za-z][A-Za-z0-9_+/-]*$',
  ],
  minLength: [1],
  maxLength: [35, 254],
  maximum: [999_999_999_999],
  maxProperties: [METADATA_KEYS_MAX],
};

/** Whether an undocumented constraint was already enforced. */
export function isStatedLater(keyword: string, old: unknown, now: unknown): boolean {
  return old === undefined && (stated[keyword] ?? []).includes(now);
}
