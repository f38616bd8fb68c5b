import { isDeepStrictEqual } from 'node:util';
import { AppError, type FormerNames, formerNamesKept } from '@florin/contracts';

/** Response headers for a request with a deprecated name (RFC 9745, RFC 8594). */
export const formerNameHeaders = {
  Deprecation: `@${Date.parse(formerNamesKept.since) / 1_000}`,
  Sunset: new Date(formerNamesKept.until).toUTCString(),
};

/**
 * Replaces deprecated names in a request by current ones.
 * @throws AppError invalid_request if both were sent with different values
 */
export function toPresentNames(
  names: FormerNames,
  sent: unknown,
): { readonly value: unknown; readonly isFormer: boolean } {
  const value = Object.entries(names).reduce(
    (before, [old, now]) => rename(before, old.split('.'), now.split('.'), old),
    sent,
  );
  return { value, isFormer: value !== sent };
}

type Path = readonly string[];

/** Returns the same value if it lacks the deprecated name. */
function rename(value: unknown, old: Path, now: Path, what: string): unknown {
  const [head = '', ...rest] = old;
  if (head === '*') {
    if (!Array.isArray(value)) return value;
    const items = value.map((item) => rename(item, rest, now.slice(1), what));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isObject(value) || !Object.hasOwn(value, head)) return value;
  if (head === now[0]) {
    const inner = rename(value[head], rest, now.slice(1), what);
    return inner === value[head] ? value : { ...value, [head]: inner };
  }
  const [found, left] = take(value, old);
  if (found === undefined) return value;
  const [name = ''] = now;
  if (Object.hasOwn(left, name) && !isDeepStrictEqual(left[name], found))
    throw new AppError(
      'invalid_request',
      `${what}: is the former name of ${name}: send that alone`,
    );
  return { ...left, [name]: found };
}

type Members = Readonly<Record<string, unknown>>;

/** The member at a path, and the object without it. */
function take(object: Members, [name = '', ...rest]: Path): readonly [unknown, Members] {
  const { [name]: member, ...left } = object;
  if (rest.length === 0) return [member, left];
  if (!isObject(member)) return [undefined, object];
  const [found, inner] = take(member, rest);
  return [found, { ...left, [name]: inner }];
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
