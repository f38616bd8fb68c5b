import { expect, it } from 'vitest';
import { makeKnownTokens } from './known-tokens.ts';
import { nobody } from './voucher.ts';

it('knows so many tokens and no more, and forgets the one that was used first', () => {
  const known = makeKnownTokens(2);
  for (const name of ['a', 'b', 'c']) known.keep([name], { ...nobody, names: [name] });
  expect(known.find(['a'])).toBeUndefined();
  expect(known.find(['c'])?.names).toEqual(['c']);
  known.forget(['c']);
  expect(known.find(['c'])).toBeUndefined();
  expect(known.find(['b'])?.names).toEqual(['b']);
});
