/** Splits `createApiKey`, `test_clock_id` and `Payment methods` into lowercase words. */
export function wordsOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

export function toSnake(words: readonly string[]): string {
  return words.join('_');
}

export function toPascal(words: readonly string[]): string {
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** Words that Go writes in capitals. */
const INITIALISMS = new Set(
  'api bic csv html http iban id ip json mfa pdf totp tls ui uri url utc vat'.split(' '),
);

export function toGoName(words: readonly string[]): string {
  return words
    .map((word) => {
      if (INITIALISMS.has(word)) return word.toUpperCase();
      const one = word.replace(/s$/, '');
      if (INITIALISMS.has(one)) return `${one.toUpperCase()}s`;
      return toPascal([word]);
    })
    .join('');
}

/** Makes the last word singular: `payment methods` → `payment method`. */
export function toSingular(words: readonly string[]): readonly string[] {
  const last = words.at(-1) ?? '';
  const singular = /(s|x|ch)es$/.test(last)
    ? last.slice(0, -2)
    : last.replace(/ies$/, 'y').replace(/([^su])s$/, '$1');
  return [...words.slice(0, -1), singular];
}

/**
 * The name of an operation within its tag, without the tag's noun. Listing is `list`; a second verb
 * for several objects keeps the plural.
 */
function shortNameOf(operationId: string, tag: string): readonly string[] {
  const [verb = '', ...rest] = wordsOf(operationId);
  const many = wordsOf(tag);
  const nouns = verb === 'list' ? [many, toSingular(many)] : [toSingular(many)];
  for (const noun of nouns) {
    const at = rest.findIndex((_word, start) => noun.every((word, i) => rest[start + i] === word));
    if (at !== -1) return [verb, ...rest.slice(0, at), ...rest.slice(at + noun.length)];
  }
  return [verb, ...rest];
}

/** `logIn` is a method of the client itself, so its tag has another group name. */
const GROUP_NAMES: Readonly<Record<string, string>> = { 'Log in': 'Sessions' };

/** The name of a tag's group in clients. */
export function groupOf(tag: string): string {
  return GROUP_NAMES[tag] ?? tag;
}

/** The client method name of each operation of a tag by id, in document order. */
export function callNamesOf(
  operationIds: readonly string[],
  tag: string,
): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, readonly string[]>();
  const taken = new Set<string>();
  for (const operationId of operationIds) {
    const short = shortNameOf(operationId, tag);
    const name = taken.has(toSnake(short)) ? wordsOf(operationId) : short;
    taken.add(toSnake(name));
    names.set(operationId, name);
  }
  return names;
}
