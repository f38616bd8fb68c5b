import { AppError } from '@florin/contracts';
import { nameInWords } from './in-words.ts';

/**
 * Parses a query string or form (URL standard).
 * @throws AppError invalid_request for duplicate names and invalid UTF-8, which other readers may
 * interpret differently
 */
export function readPairs(text: string): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const piece of text.split('&')) {
    if (piece === '') continue;
    const [name = '', ...values] = piece.split('=');
    const key = decode(name, 'a name');
    const shown = nameInWords(key);
    if (pairs.has(key)) throw new AppError('invalid_request', `${shown}: was sent more than once`);
    pairs.set(key, decode(values.join('='), shown));
  }
  return pairs;
}

function decode(text: string, what: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // Never quotes the text, which may be a secret.
    throw new AppError('invalid_request', `${what}: has a % escape that is not valid UTF-8`);
  }
}
