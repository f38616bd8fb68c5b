import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

let common: ReadonlySet<string> | undefined;

/**
 * Whether very many people have this password: one of the 49 000 that the package zxcvbn-ts lists
 * by how often they were found in leaks. The list is read at the first question.
 */
export function isCommonPassword(password: string): boolean {
  common ??= readList();
  return common.has(password.normalize('NFKC').toLowerCase());
}

/** 400 KB that nobody needs unless the question is asked. */
function readList(): ReadonlySet<string> {
  const { dictionary } = require('@zxcvbn-ts/language-common') as {
    dictionary: { 'passwords-common': readonly string[] };
  };
  return new Set(dictionary['passwords-common']);
}
