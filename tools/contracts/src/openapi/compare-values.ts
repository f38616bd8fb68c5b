import { isDeepStrictEqual } from 'node:util';
import { type Direction, type Schema, valuesOf } from './schema.ts';
import { isStatedLater } from './stated-later.ts';

const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const;
const upperBounds = [
  'maximum',
  'exclusiveMaximum',
  'maxLength',
  'maxItems',
  'maxProperties',
] as const;

/** Incompatible changes of a value's type, enumeration, format and limits. */
export function compareValues(
  path: string,
  old: Schema,
  now: Schema,
  direction: Direction,
): string[] {
  const [narrow, wide] = direction === 'request' ? [old, now] : [now, old];
  if (!isTypeWithin(narrow, wide))
    return [`${path}: type ${old.type ?? 'any'} became ${now.type ?? 'any'}`];
  return direction === 'request'
    ? [
        ...requestValues(path, old, now),
        ...(['format', 'pattern'] as const)
          .filter((keyword) => now[keyword] !== undefined && now[keyword] !== old[keyword])
          .filter((keyword) => !isStatedLater(keyword, old[keyword], now[keyword]))
          .map((keyword) => `${path}: ${keyword} became ${now[keyword]}`),
        ...limits(path, old, now),
      ]
    : [
        ...responseValues(path, old, now),
        ...(old.format !== undefined && now.format !== old.format
          ? [`${path}: format ${old.format} became ${now.format ?? 'any'}`]
          : []),
      ];
}

function isTypeWithin(narrow: Schema, wide: Schema): boolean {
  if (wide.type === undefined || wide.type === narrow.type) return true;
  return wide.type === 'number' && narrow.type === 'integer';
}

/** Every listed value must still be accepted. */
function requestValues(path: string, old: Schema, now: Schema): string[] {
  const accepted = valuesOf(now);
  if (!accepted) return [];
  const sent = valuesOf(old);
  if (!sent) return [`${path}: accepts only ${accepted.join(', ')} now`];
  return sent
    .filter((value) => !accepted.some((one) => isDeepStrictEqual(one, value)))
    .map((value) => `${path}: no longer accepts ${value}`);
}

/**
 * Clients tolerate unknown values of an enumeration. A constant identifies a kind of object and
 * must stay.
 */
function responseValues(path: string, old: Schema, now: Schema): string[] {
  if (!('const' in old) || isDeepStrictEqual(valuesOf(now), [old.const])) return [];
  return [`${path}: is no longer always ${old.const}`];
}

function limits(path: string, old: Schema, now: Schema): string[] {
  const raised = lowerBounds.filter(
    (bound) => (now[bound] ?? Number.NEGATIVE_INFINITY) > (old[bound] ?? Number.NEGATIVE_INFINITY),
  );
  const lowered = upperBounds.filter(
    (bound) => (now[bound] ?? Number.POSITIVE_INFINITY) < (old[bound] ?? Number.POSITIVE_INFINITY),
  );
  return [...raised, ...lowered]
    .filter((bound) => !isStatedLater(bound, old[bound], now[bound]))
    .map((bound) => `${path}: ${bound} ${old[bound] ?? '(none)'} became ${now[bound]}`);
}
