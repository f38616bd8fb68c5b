import { groupOf, wordsOf } from '@florin/contracts';

/** The command group of a chapter: `payment-methods`. */
export function groupNameOf(tag: string): string {
  return wordsOf(groupOf(tag)).join('-');
}

/**
 * The command of an operation within its chapter: `list` for `listPayments`, `get-status` for
 * `getPaymentStatus`. The first word, the verb, stays.
 */
export function verbOf(operationId: string, tag: string): string {
  const words = wordsOf(operationId);
  const noun = wordsOf(tag).map(singular);
  const at = words.findIndex(
    (_word, index) => index > 0 && noun.every((part, i) => singular(words[index + i]) === part),
  );
  const rest = at === -1 ? words : [...words.slice(0, at), ...words.slice(at + noun.length)];
  return rest.join('-');
}

function singular(word = ''): string {
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/s$/, '');
}
