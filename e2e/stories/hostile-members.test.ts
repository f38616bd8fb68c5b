import { rotatingShare } from '@florin/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../api.ts';
import { prepare } from '../contract/access/ask.ts';
import { byKnowledge } from '../contract/access/recipes.ts';
import { makeSide, type Side } from '../contract/access/sides.ts';
import { logInAdmin } from '../contract/world.ts';
import { type Operation, operationsOf, readOpenApi, type Schema } from '../operations.ts';

/** One commit sends wrong members to half of the operations: all parse them with the same code. */
const SHARES = 2;
/** Texts of the validator library, which clients must not see. */
const WORDS_OF_ZOD =
  /invalid (input|type|string|option|key|value|element)|expected .* received|\breceived\b|\btoo (big|small)\b|unrecognized|\b(>|<)=?\d|^required$|zod/i;
/** The maximum number of members that one message names. */
const NAMED_MAX = 20;

const nameOf = ({ method, template }: Operation) => `${method} ${template}`;
const all = operationsOf(await readOpenApi())
  .filter(({ body }) => body?.properties)
  .map((operation) => ({ operation, name: nameOf(operation) }));
/** Webhooks of processors are signed by their senders, and bulk items are answered one by one. */
const bodies = all.filter(({ name }) => !/ \/(processors|mail)\/|\/bulk$/.test(name));
const requiring = bodies.filter(({ operation }) => requiredOf(operation).length > 0);

function requiredOf({ body }: Operation): readonly string[] {
  return body?.required ?? [];
}

let side: Side;
let admin: Awaited<ReturnType<typeof logInAdmin>>;
beforeAll(async () => {
  [side, admin] = await Promise.all([makeSide('A'), logInAdmin()]);
});

/** Sends a body to an operation as a permitted caller. */
async function send({ method, template }: Operation, body: object) {
  const operation = `${method} ${template}`;
  const isOpen = byKnowledge.includes(operation);
  const { path, token } = isOpen
    ? { path: template, token: undefined }
    : await prepare(operation, side, admin);
  return call(method, path, { ...(token === undefined ? {} : { token }), body });
}

/** Members named in a message, with the sentence about each. */
function sentencesOf(message: string): ReadonlyMap<string, string> {
  const sentences = message.split('; ').map((sentence) => sentence.split(/: (.*)/s));
  return new Map(sentences.map(([name = '', words = '']) => [name, words]));
}

/** A value that is invalid for all members, except those for any value. */
const WRONG = [[{ not: 'a value' }]];

function takesAny({ $ref, type, anyOf, oneOf, properties }: Schema): boolean {
  return [$ref, type, anyOf, oneOf, properties].every((each) => each === undefined);
}

/** Members whose validity depends on the caller, so that they are read after the others. */
const readLater = (name: string): readonly string[] =>
  /^(POST|PATCH) \/v1\/users/.test(name) ? ['account_id', 'role'] : [];

describe('a body without members is refused:', () => {
  it.each(requiring)('the message names all required members: $name', async ({ operation }) => {
    const { status, body } = await send(operation, {});
    expect([status, body.error]).toEqual([400, 'invalid_request']);
    const sentences = sentencesOf(body.message);
    for (const member of requiredOf(operation).slice(0, NAMED_MAX))
      expect([member, sentences.get(member)]).toEqual([member, 'is required']);
    expect(body.message).not.toMatch(WORDS_OF_ZOD);
    expect(Object.keys(body).toSorted()).toEqual(['error', 'message']);
  });
});

describe('a body with only wrong members is refused:', () => {
  it.each(rotatingShare(bodies, SHARES))(
    'the message names all of them: $name',
    async ({ operation, name: title }) => {
      const properties = Object.entries(operation.body?.properties ?? {});
      const typed = properties.filter(([, schema]) => !takesAny(schema)).map(([name]) => name);
      const { status, body } = await send(
        operation,
        Object.fromEntries(typed.map((name) => [name, WRONG])),
      );
      expect(body?.message ?? '').not.toMatch(WORDS_OF_ZOD);
      if (typed.length === 0) return;
      expect([status, body.error]).toEqual([400, 'invalid_request']);
      expect(Object.keys(body).toSorted()).toEqual(['error', 'message']);
      const named = [...sentencesOf(body.message).keys()].map((name) => name.split('.')[0]);
      const later = readLater(title);
      const unnamed = typed.filter((name) => !named.includes(name) && !later.includes(name));
      expect(typed.length > NAMED_MAX ? [] : unnamed).toEqual([]);
    },
  );
});

it('both are sent to many operations', () => {
  expect(bodies.length).toBeGreaterThan(60);
  expect(requiring.length).toBeGreaterThan(30);
});

it('the test notices texts of the validator library', () => {
  for (const text of [
    'Invalid input: expected string, received undefined',
    'Too small: expected string to have >=1 characters',
    'Unrecognized key: "a"',
    'Invalid option: expected one of "a"|"b"',
  ])
    expect(text).toMatch(WORDS_OF_ZOD);
});
