import { distance } from 'fastest-levenshtein';

/** Longer names than any known one are compared by their beginning. */
const COMPARED_MAX = 60;

/**
 * The known name that the sender probably meant: equal except for case, hyphens and underscores, or
 * else a few letters or words off; undefined if none is near.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const sent = wordsOf(name.slice(0, COMPARED_MAX));
  const candidates = known.map((each) => ({ each, words: wordsOf(each) }));
  const [typo] = candidates
    .map(({ each, words }) => ({ each, ...lettersBetween(sent, words) }))
    .filter(({ letters, lettersMax }) => letters <= lettersMax)
    .sort((a, b) => a.letters - b.letters);
  return (typo ?? candidates.find(({ words }) => holds(sent, words) || holds(words, sent)))?.each;
}

/** `trialPeriod-Days` as `trial`, `period`, `days`. */
function wordsOf(name: string): readonly string[] {
  return (
    name
      .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
      .toLowerCase()
      .match(/[a-z\d]+/g) ?? []
  );
}

/** The edit distance between two names, and the allowed maximum. */
function lettersBetween(a: readonly string[], b: readonly string[]) {
  const [one, other] = [a.join(''), b.join('')];
  const shorter = Math.min(one.length, other.length);
  return { letters: distance(one, other), lettersMax: shorter === 0 ? -1 : Math.ceil(shorter / 4) };
}

function holds(all: readonly string[], some: readonly string[]): boolean {
  return some.length > 0 && some.every((word) => all.includes(word));
}
