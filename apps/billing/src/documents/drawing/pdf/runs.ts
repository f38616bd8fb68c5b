import bidiFactory from 'bidi-js';

interface Bidi {
  getMirroredCharacter(character: string): string | null;
  getEmbeddingLevels(text: string): {
    readonly levels: Uint8Array;
    readonly paragraphs: readonly { readonly level: number }[];
  };
}

/** The types describe the library's sources, which differ from its exports. */
const bidi = (bidiFactory as unknown as () => Bidi)();

/**
 * More direction changes mean that the line is not text; it is drawn in stored order, since each
 * run costs as much as a word.
 */
const RUNS_MAX = 64;
/** Right-to-left letters, and controls that change the direction of other letters (UAX 9). */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u0700-\u08ff\u061c\u200f\u202b\u202e\u2067\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Splits a line into runs of one direction, in visual order. */
export function toRuns(text: string): {
  readonly runs: readonly string[];
  readonly isRightToLeft: boolean;
} {
  if (!RIGHT_TO_LEFT.test(text)) return { runs: text === '' ? [] : [text], isRightToLeft: false };
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text);
  const isRightToLeft = (paragraphs[0]?.level ?? 0) % 2 === 1;
  return { runs: visualRuns(text, levels), isRightToLeft };
}

function visualRuns(text: string, levels: Uint8Array): readonly string[] {
  const runs: { text: string; level: number }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const level = levels[at] ?? 0;
    const last = runs.at(-1);
    // Brackets are mirrored in right-to-left text.
    const character = (level % 2 === 1 && bidi.getMirroredCharacter(text[at] ?? '')) || text[at];
    if (last && last.level === level) last.text += character;
    else runs.push({ text: character ?? '', level });
  }
  if (runs.length > RUNS_MAX) return [text];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  let ordered = runs;
  for (let level = highest; level >= 1; level -= 1) ordered = reverseFrom(ordered, level);
  // The font orders the letters of a word, but not the words of a run.
  return ordered.flatMap((run) =>
    run.level % 2 === 0 ? [run.text] : run.text.split(/(\s+)/).filter(Boolean).reverse(),
  );
}

/** Reverses each sequence of runs of at least this level (UAX 9, rule L2). */
function reverseFrom<Run extends { readonly level: number }>(
  runs: readonly Run[],
  level: number,
): Run[] {
  const result: Run[] = [];
  let turned: Run[] = [];
  for (const run of runs) {
    if (run.level >= level) {
      turned.unshift(run);
      continue;
    }
    result.push(...turned, run);
    turned = [];
  }
  return [...result, ...turned];
}
