import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Font, openSync } from 'fontkit';

const require = createRequire(import.meta.url);

interface Face {
  readonly regular: string;
  readonly bold: string;
}

// Packages that do not export their font files.
const chinese = join(dirname(require.resolve('@embedpdf/fonts-sc')), '../fonts');
const korean = join(dirname(require.resolve('@embedpdf/fonts-kr')), '../fonts');

/** Latin, Greek, Cyrillic, Arabic, Hebrew and others. */
const main: Face = {
  regular: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
};
/** Each font draws the characters that the earlier ones lack. */
const faces: readonly Face[] = [
  main,
  {
    regular: require.resolve(
      '@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf',
    ),
    bold: require.resolve('@expo-google-fonts/noto-sans-thai/700Bold/NotoSansThai_700Bold.ttf'),
  },
  {
    regular: require.resolve(
      '@expo-google-fonts/noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
    ),
    bold: require.resolve(
      '@expo-google-fonts/noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf',
    ),
  },
  {
    regular: `${chinese}/NotoSansHans-Regular.otf`,
    bold: `${chinese}/NotoSansHans-Bold.otf`,
  },
  {
    regular: `${korean}/NotoSansKR-Regular.otf`,
    bold: `${korean}/NotoSansKR-Bold.otf`,
  },
  {
    regular: require.resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
    bold: require.resolve('@expo-google-fonts/noto-emoji/700Bold/NotoEmoji_700Bold.ttf'),
  },
];

/** Part of a line that one font draws. */
export interface Segment {
  /** Path of the font. */
  readonly font: string;
  readonly text: string;
}

const opened = new Map<string, Font>();

/** Cached for all documents of a thread: parsing a font takes longer than drawing a document. */
export function openFont(path: string): Font {
  const known = opened.get(path);
  if (known) return known;
  const font = openSync(path) as Font;
  opened.set(path, font);
  return font;
}

const weightOf = (isBold: boolean) => (isBold ? 'bold' : 'regular');

/** Path of the default font. */
export function mainFont(isBold: boolean): string {
  return main[weightOf(isBold)];
}

/** Characters that the default font covers completely. */
const PLAIN = /^[\u0020-\u024f\u2010-\u203a\u20ac]*$/;
/** Characters without a glyph: joiners and variation selectors. */
const INVISIBLE = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069]|\p{Variation_Selector}/u;
/** Replaces characters that no font has (U+FFFD). */
const UNKNOWN = '\ufffd';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Splits a line by font, so that no character is drawn as an empty box. */
export function segmentsOf(text: string, isBold: boolean): readonly Segment[] {
  if (PLAIN.test(text)) return [{ font: mainFont(isBold), text }];
  const segments: { font: string; text: string }[] = [];
  for (const { segment } of graphemes.segment(text)) {
    const found = findFont(segment, isBold, segments.at(-1)?.font);
    const drawn = found ? segment : UNKNOWN;
    const font = found ?? mainFont(isBold);
    const last = segments.at(-1);
    if (last && last.font === font) last.text += drawn;
    else segments.push({ font, text: drawn });
  }
  return segments;
}

/** Prefers the font of the preceding text, so that a name is drawn in one font. */
function findFont(
  grapheme: string,
  isBold: boolean,
  before: string | undefined,
): string | undefined {
  if (/^\s$/.test(grapheme) || (before && hasAll(before, grapheme)))
    return before ?? mainFont(isBold);
  return faces.map((face) => face[weightOf(isBold)]).find((font) => hasAll(font, grapheme));
}

function hasAll(path: string, grapheme: string): boolean {
  const font = openFont(path);
  return [...grapheme].every(
    (character) =>
      font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0) || INVISIBLE.test(character),
  );
}
