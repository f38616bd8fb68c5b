import { callNamesOf, groupOf, tags, toPascal, toSingular, wordsOf } from '@florin/contracts';
import type { Document, Operation } from './document.ts';
import { TypeReader } from './read-types.ts';
import type { Call, Group, Model, Surface } from './surface.ts';

/** Clients page forward only, so `ending_before` is left out. */
const NOT_ASKED = new Set(['ending_before']);

interface Place {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** Reads the operations and models of an OpenAPI document for the client generators. */
export function readSurface(document: Document): Surface {
  const reader = new TypeReader(document);
  const places = [...placesOf(document)];
  const names = new Map(
    [...Map.groupBy(places, tagOf)].flatMap(([tag, own]) => [
      ...callNamesOf(
        own.map(({ operation }) => operation.operationId),
        tag,
      ),
    ]),
  );
  const calls = places.map((place) => ({
    tag: tagOf(place),
    call: readCall(place, names, reader),
  }));
  const groups = Map.groupBy(calls, ({ tag }) => tag);
  return {
    models: byName([...reader.models.values()]),
    choices: byName(reader.nameChoices()),
    groups: [...groups].map(
      ([tag, own]): Group => ({
        name: groupOf(tag),
        description: describeTag(tag),
        calls: own.map(({ call }) => call),
      }),
    ),
  };
}

/** Description of a tag. */
function describeTag(name: string): string {
  return tags.find((tag) => tag.name === name)?.description ?? name;
}

function tagOf({ operation }: Place): string {
  return operation.tags?.[0] ?? 'Other';
}

function* placesOf({ paths }: Document): Generator<Place> {
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      // HTML pages and event streams are not operations of a client.
      if (!path.startsWith('/v1/')) continue;
      if (answerOf(operation)?.mediaType !== 'text/event-stream') yield { method, path, operation };
    }
}

function readCall(
  { method, path, operation }: Place,
  names: ReadonlyMap<string, readonly string[]>,
  reader: TypeReader,
): Call {
  const { operationId, summary = operationId, description, requestBody } = operation;
  const body = requestBody?.content['application/json'];
  return {
    operationId,
    name: names.get(operationId) ?? wordsOf(operationId),
    summary,
    description,
    method: method.toUpperCase(),
    path,
    pathNames: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    query: readQuery(operation, `${toPascal(wordsOf(operationId))}Query`, reader),
    body: body && reader.read(body.schema, placeOfBody(operationId), false),
    answer: readAnswer(operation, path, reader),
  };
}

/** Names a body like the bodies whose schemas have names. */
function placeOfBody(operationId: string): string {
  const [verb = '', ...noun] = wordsOf(operationId);
  if (verb === 'create') return `New${toPascal(noun)}`;
  if (verb === 'update') return `${toPascal(noun)}Update`;
  return `${toPascal([verb, ...noun])}Body`;
}

function readQuery({ parameters = [] }: Operation, name: string, reader: TypeReader) {
  const fields = parameters
    .filter((one) => one.in === 'query' && !NOT_ASKED.has(one.name))
    .map(({ name: field, schema, required = false, description = schema.description }) => ({
      name: field,
      type: reader.read(schema, name + toPascal(wordsOf(field)), false),
      isRequired: required,
      description,
    }));
  if (fields.length === 0) return undefined;
  const model: Model = { name, description: undefined, fields, isAnswered: false };
  return model;
}

function readAnswer(operation: Operation, path: string, reader: TypeReader): Call['answer'] {
  const { mediaType, schema = {} } = answerOf(operation) ?? {};
  if (mediaType !== 'application/json') return { kind: 'bytes' };
  const { properties = {} } = reader.resolve(schema);
  const [verb = '', ...nouns] = wordsOf(operation.operationId);
  const one = toPascal(toSingular(nouns));
  const isPaged = operation.parameters?.some(({ name }) => name === 'starting_after');
  if (isPaged && properties.has_more && properties.data?.items)
    return { kind: 'pages', of: reader.read(properties.data.items, one, true) };
  // Reading one object by its id returns the object's own type.
  const isThing = verb === 'get' && path.endsWith('}');
  const place = isThing ? toPascal(nouns) : `${toPascal([verb, ...nouns])}Reply`;
  return { kind: 'json', type: reader.read(schema, place, true) };
}

function answerOf({ responses = {} }: Operation) {
  const [, { content = {} } = {}] =
    Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const [one] = Object.entries(content);
  return one && { mediaType: one[0], schema: one[1].schema };
}

function byName<One extends { readonly name: string }>(ones: readonly One[]) {
  return ones.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
