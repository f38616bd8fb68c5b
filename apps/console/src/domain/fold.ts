/** Letters that Unicode does not decompose into a base letter and a mark. */
const letters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i' },
};
/** German and Scandinavian spellings for keyboards without these letters. */
const spelled: Readonly<Record<string, string>> = {
  ...{ ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' },
};

const MARKS = /\p{M}/gu;
const APOSTROPHES = /['’‘ʼ`´]/g;

/** A word (lower case, NFKC) without accents, ligatures and apostrophes: `jérôme` is `jerome`. */
export function fold(word: string): string {
  const plain = word.replaceAll(APOSTROPHES, '').normalize('NFD').replaceAll(MARKS, '');
  return replaceLetters(plain, letters);
}

/** All spellings under which a word is indexed: as it is, folded, and with `ue` for `ü`. */
export function spellingsOf(word: string): readonly string[] {
  return [...new Set([word, fold(word), fold(replaceLetters(word, spelled))])];
}

function replaceLetters(text: string, by: Readonly<Record<string, string>>): string {
  return [...text].map((letter) => by[letter] ?? letter).join('');
}
