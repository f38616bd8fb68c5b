import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

let common: ReadonlySet<string> | undefined;

/**
 * Whether the password is among the 49,000 most common in leaks, as listed by zxcvbn-ts. The list
 * is loaded at the first call.
 */
export function isCommonPassword(password: string): boolean {
  common ??= readList();
  return common.has(password.normalize('NFKC').toLowerCase());
}

/** Loads 400 KB, only if the check is used. */
function readList(): ReadonlySet<string> {
  const { dictionary } = require('@zxcvbn-ts/language-common') as {
    dictionary: { 'passwords-common': readonly string[] };
  };
  return new Set(dictionary['passwords-common']);
}
