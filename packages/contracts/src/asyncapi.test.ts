import { readFileSync } from 'node:fs';
import specs from '@asyncapi/specs';
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { asyncApiDocument, readEventExamples } from './asyncapi.ts';
import { type EventType, eventCatalogue } from './events.ts';

const types = Object.keys(eventCatalogue) as EventType[];
const examples = readEventExamples();
const { version } = manifest;
const document = asyncApiDocument({ version, publicUrl: undefined }, examples);

it('docs/asyncapi.json is as it is generated: run `pnpm generate`', () => {
  const committed = readFileSync(new URL('../../../docs/asyncapi.json', import.meta.url), 'utf8');
  expect(JSON.parse(committed)).toEqual(JSON.parse(JSON.stringify(document)));
});

it('is a document of AsyncAPI 3.0, by its schema', () => {
  // The schema brings its own draft-07 meta schema.
  const ajv = new Ajv({
    strict: false,
    meta: false,
    validateSchema: false,
    validateFormats: false,
  });
  const isValid = ajv.compile(specs.schemas['3.0.0'] as object);
  isValid(JSON.parse(JSON.stringify(document)));
  expect(isValid.errors).toBeNull();
  expect(isValid({ ...document, channels: { webhooks: { address: 1 } } })).toBe(false);
});

const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema(document, 'document');
const checkPayload = (type: string) =>
  ajv.compile({ $ref: `document#/components/schemas/${type}` });

it.each(types)('describes %s, with an example that it allows', (type) => {
  const message = document.components.messages[type];
  expect(message?.description).toMatch(/\w.*\. Its `data\.object` has the schema `\w+`\.$/);
  const isValid = checkPayload(type);
  for (const { payload } of message?.examples ?? []) isValid(payload);
  expect(isValid.errors).toBeNull();
  expect(isValid({ ...examples[type], type: 'thing.created' })).toBe(false);
});

it('sends every type to endpoints, signed, and to streams', () => {
  const { webhooks, stream } = document.channels;
  expect(Object.keys(webhooks.messages)).toEqual(types);
  expect(Object.keys(stream.messages)).toEqual(types);
  expect(document.components.messages['webhook.payment.succeeded']).toMatchObject({
    traits: [{ $ref: '#/components/messageTraits/signed' }],
  });
});

it('refers to nothing that is not there', () => {
  const references = JSON.stringify(document).match(/"\$ref":"#[^"]+"/g) ?? [];
  expect(references.length).toBeGreaterThan(types.length);
  for (const reference of new Set(references)) {
    const [, ...path] = reference.slice('"$ref":"'.length, -1).split('/');
    expect(path.reduce<unknown>(into, document), reference).toBeDefined();
  }
});

it('says where a Florin is that has an address', () => {
  const head = { version, publicUrl: 'https://pay.example.com/florin' };
  expect(asyncApiDocument(head, examples).servers.florin).toMatchObject({
    host: 'pay.example.com',
    protocol: 'https',
    pathname: '/florin',
  });
});

const into = (value: unknown, name: string) =>
  (value as Record<string, unknown> | undefined)?.[name];
