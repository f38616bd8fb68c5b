import { isPublicId } from '@florin/contracts';
import { expect, it } from 'vitest';
import {
  listEventObjects,
  listExampleTexts,
  listOperations,
  objectsIn,
  type Schema,
} from './documents.ts';

const surfaces = [...listOperations(), ...listEventObjects()];

/** What ids name, and the words by which a thing points at another one. */
const REFERENCE =
  /(^|_)(account|api_key|change|credit|customer|endpoint|event|invoice|payment|quote|request|session|subscription|test_clock|transaction|user|refund_of|parent|source|target)$/;
/** Not by themselves references: a clock's instant, the attempt at a payment. */
const NO_REFERENCE = new Set(['next_payment', 'source']);
/** Ids of what is no thing of its own: part of what stands around it, or named by its kind beside. */
const BARE = /^\.?(.*\.)?(user|request|target|first_violation)$/;

const isText = ({ type, anyOf = [] }: Schema): boolean =>
  type === 'string' || anyOf.some((one) => isText(one));

/** All members and parameters that somebody sends or reads. */
function membersOf({ parameters, sent, answered }: (typeof surfaces)[number]) {
  const inSchemas = [...sent, ...answered].flatMap((schema) =>
    objectsIn(schema).flatMap(({ properties }) => Object.entries(properties)),
  );
  const ofQuery = parameters.map((parameter): [string, Schema] => [
    parameter.name,
    { ...parameter, type: 'string' },
  ]);
  return [...inSchemas, ...ofQuery];
}

it('ends the name of what points at another thing with _id, but for plan', () => {
  const faults = surfaces.flatMap((surface) =>
    membersOf(surface)
      .filter(([name, schema]) => REFERENCE.test(name) && !NO_REFERENCE.has(name) && isText(schema))
      .map(([name]) => `${surface.where}: ${name}`),
  );
  expect(faults).toEqual([]);
});

it('holds ids in the examples under such names alone', () => {
  const faults = listExampleTexts()
    .filter(([name, text]) => isPublicId(text) && !/^id$|_id$/.test(name))
    .map(([name]) => name);
  expect(faults).toEqual([]);
});

it('says of everything with an id what it is, in `object`', () => {
  const faults = surfaces.flatMap(({ where, answered }) =>
    answered.flatMap((schema) =>
      objectsIn(schema)
        .filter(
          ({ path, properties }) =>
            'id' in properties && !('object' in properties) && !BARE.test(path),
        )
        // What became of an operation, in the words of the specification, is no thing.
        .filter(({ properties }) => !('message' in properties) && !where.endsWith('/status'))
        .map(({ path }) => `${where}${path}`),
    ),
  );
  expect(faults).toEqual([]);
});

/** One at most, or as many as end a payment request; and what is found by words, the best first. */
const UNNARROWED = [
  'GET /v1/auth/factors',
  'GET /v1/payments/{payment_id}/attempts',
  'GET /v1/search',
];

it('narrows every list of what was created to a span of time, by the same two names', () => {
  const faults = listOperations()
    .filter(({ answered }) =>
      answered.some(({ properties }) => properties?.data?.items?.properties?.created_at),
    )
    .filter(({ where }) => !UNNARROWED.includes(where))
    .filter(({ parameters }) => {
      const names = parameters.map(({ name }) => name);
      return !names.includes('created_after') || !names.includes('created_before');
    })
    .map(({ where }) => where);
  expect(faults).toEqual([]);
});

it('begins no page behind anything but a cursor of the usual names', () => {
  const faults = listOperations().flatMap((surface) =>
    membersOf({ ...surface, sent: [] })
      .filter(([name, { deprecated }]) => !deprecated && /^(after|before|cursor|next)$/.test(name))
      .map(([name]) => `${surface.where}: ${name}`),
  );
  expect(faults).toEqual([]);
});

it('keeps text alone in the settings of an account', () => {
  const settings = surfaces.flatMap(({ where, sent, answered }) =>
    [...sent, ...answered].flatMap((schema) =>
      objectsIn(schema)
        .filter(({ path }) => path.endsWith('.settings'))
        .flatMap(({ properties }) => Object.entries(properties))
        .filter(([, member]) => !isText(member))
        .map(([name]) => `${where}: ${name}`),
    ),
  );
  expect(settings).toEqual([]);
});
