import { eventCatalogue } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { stateWords } from '../web/texts/state-words.ts';
import { wordOf } from '../web/texts/words.ts';

const types = Object.entries(eventCatalogue);

describe.each(['de', 'fr', 'es'])('labels in %s', (language) => {
  const unlabelled = (names: readonly string[]) =>
    names.filter((name) => wordOf(name, language) === undefined);

  it('exist for every event type', () => {
    expect(unlabelled(types.map(([type]) => type))).toEqual([]);
  });

  it('exist for every field of the objects of events', () => {
    const fields = types.flatMap(([, schema]) => Object.keys(schema.shape));
    expect(unlabelled([...new Set(fields)])).toEqual([]);
  });

  it('of states exist for every object too', () => {
    expect(unlabelled(stateWords.map(([name]) => name.split(':')[1] ?? ''))).toEqual([]);
  });
});

it('agrees with the gender of the object', () => {
  expect(['invoice:paid', 'paid'].map((name) => wordOf(name, 'fr'))).toEqual(['Payée', 'Payé']);
});
