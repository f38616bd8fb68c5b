import { AppError } from '@florin/contracts';
import { nameInWords } from './in-words.ts';

/**
 * The names and values of a query string or a form, as the URL standard writes them.
 * @throws AppError invalid_request for a name that was sent twice, whatever its values, and for what
 * encodes no text in UTF-8: another reader may see something else in it.
 */
export function readPairs(text: string): ReadonlyMap<string, string> {
  const pairs = new Map<string, string>();
  for (const piece of text.split('&')) {
    if (piece === '') continue;
    const [name = '', ...values] = piece.split('=');
    const key = decode(name, 'a name');
    const shown = nameInWords(key);
    if (pairs.has(key)) throw new AppError('invalid_request', `${shown}: was sent twice`);
    pairs.set(key, decode(values.join('='), shown));
  }
  return pairs;
}

function decode(text: string, what: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // Not the text itself, which may be a secret.
    throw new AppError('invalid_request', `${what}: has a % that encodes no text in UTF-8`);
  }
}
