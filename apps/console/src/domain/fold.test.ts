import { expect, it } from 'vitest';
import { fold, spellingsOf } from './fold.ts';

it.each([
  ['müller', ['müller', 'muller', 'mueller']],
  ['jérôme', ['jérôme', 'jerome']],
  ['łukasz', ['łukasz', 'lukasz']],
  ["o'brien", ["o'brien", 'obrien']],
  ['o’brien', ['o’brien', 'obrien']],
  ['hauptstraße', ['hauptstraße', 'hauptstrasse']],
  ['søren', ['søren', 'soren', 'soeren']],
  ['cœur', ['cœur', 'coeur']],
  ['ada', ['ada']],
  ['東京', ['東京']],
])('%s is typed as %j', (word, spellings) => {
  expect(spellingsOf(word)).toEqual(spellings);
});

it('folding is idempotent', () => {
  for (const word of ['müller', 'ﬁt', 'naïve', 'ångström', 'đurđa', 'ñandú'])
    expect(fold(fold(word))).toBe(fold(word));
});
