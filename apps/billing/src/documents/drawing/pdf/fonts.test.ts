import { expect, it } from 'vitest';
import { mainFont, openFont, segmentsOf } from './fonts.ts';

const names = [
  '山田太郎',
  'ひらがなカタカナ',
  '张伟有限公司',
  '陳大文有限公司',
  '김철수',
  'สมชาย ใจดี',
  'राम शर्मा',
  'Blumen 🌸 Ada 👩‍💻',
  'Ἀλέξανδρος',
  'Дмитрий',
  'محمد',
  'יעל',
  'Nguyễn Thị Ánh',
];

it.each(names)('T15: %s is drawn by fonts that have its characters', (name) => {
  for (const isBold of [false, true]) {
    const segments = segmentsOf(name, isBold);
    expect(segments.map(({ text }) => text).join('')).toBe(name);
    for (const { font, text } of segments)
      for (const { id, codePoints } of openFont(font).layout(text).glyphs)
        expect([id, codePoints], text).not.toEqual([0, codePoints]);
  }
});

it('draws plain names in one font, and others in as few as possible', () => {
  expect(segmentsOf('Ada Lovelace, Łódź', false)).toEqual([
    { font: mainFont(false), text: 'Ada Lovelace, Łódź' },
  ]);
  expect(segmentsOf('山田 太郎', false)).toHaveLength(1);
  expect(segmentsOf('Ada 山田', true)).toHaveLength(2);
});

it('replaces characters that no font has, since PDF/A allows no missing glyphs', () => {
  expect(segmentsOf('a\u{13000}b', false).map(({ text }) => text)).toEqual(['a\ufffdb']);
});
