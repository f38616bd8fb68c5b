import type { Block, Sample, Section, Trial, TrialField } from '../blocks/model.ts';
import { membersOf, toMembers } from '../document/members.ts';
import type { Answer, Callers, Content, Operation, Parameter, Schema } from '../document/model.ts';
import { code, nameOf, resolve, typeInWords, waysOf } from '../document/schema-words.ts';
import { curlSample } from '../samples/curl.ts';
import { goSample } from '../samples/go.ts';
import type { ClientCall, SampleCall } from '../samples/model.ts';
import { pythonSample } from '../samples/python.ts';
import { typescriptSample } from '../samples/typescript.ts';

/** Other parts of the document that an operation needs. */
export interface Around {
  readonly schemas: ReadonlyMap<string, Schema>;
  /** Sample IDs by parameter name. */
  readonly exampleIds: ReadonlyMap<string, string>;
  /** Client methods by operation ID. */
  readonly clientCalls: ReadonlyMap<string, ClientCall>;
  /** List operations by parameter name. */
  readonly lists: ReadonlyMap<string, string>;
}

const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';
const EVENTS = 'text/event-stream';

/** Everything needed to call one operation. */
export function operationSection(operation: Operation, around: Around): Section {
  const { id, summary, method, path, description, callers } = operation;
  return {
    kind: 'section',
    heading: { kind: 'heading', level: 2, id, text: summary },
    blocks: [
      {
        kind: 'columns',
        said: [
          { kind: 'endpoint', method, path },
          ...(description === '' ? [] : [{ kind: 'prose', markdown: description } as const]),
          { kind: 'facts', rows: [['Authentication', callersInWords(callers)]] },
          ...parametersBlocks(operation, around),
          ...bodyBlocks(operation, around),
          ...operation.answers.flatMap((answer) => answerBlocks(operation, answer, around)),
          ...failureBlocks(operation),
        ],
        shown: shownBlocks(operation, around),
      },
    ],
  };
}

export function callersInWords({ token, scope }: Callers): string {
  const words = {
    none: 'anyone, without a token',
    optional: 'anyone; if a token is sent, it must be valid',
    session: 'logged-in users, with an access token; no API keys',
    session_or_key: `API keys with the scope ${code(scope ?? '')}, and logged-in users whose role includes it`,
    refresh: 'the holder of the refresh token, which is sent instead of an access token',
  };
  return words[token];
}

const places = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
] as const;

function parametersBlocks({ id, parameters }: Operation, { schemas }: Around): readonly Block[] {
  return places.flatMap(([place, text]): readonly Block[] => {
    const own = parameters.filter((parameter) => parameter.in === place);
    if (own.length === 0) return [];
    return [
      { kind: 'heading', level: 3, text },
      { kind: 'members', id, members: toMembers(own, schemas) },
    ];
  });
}

function bodyBlocks(operation: Operation, { schemas }: Around): readonly Block[] {
  const [body] = operation.bodies;
  if (body === undefined) return [];
  const { schema } = body;
  const description = schema.description ?? resolve(schema, schemas).description;
  const members = waysOf(schema).flatMap((way) => membersOf(way, schemas, 'unfolded'));
  return [
    { kind: 'heading', level: 3, text: 'Body' },
    { kind: 'prose', markdown: [bodyInWords(operation), description].filter(Boolean).join(' ') },
    ...(members.length === 0
      ? []
      : [{ kind: 'members', id: `${operation.id}.body`, members } as const]),
  ];
}

function bodyInWords({ bodies, isBodyRequired }: Operation): string {
  const types = bodies
    .map(({ mediaType }) => mediaTypes[mediaType] ?? code(mediaType))
    .join(' or ');
  return `${types}${isBodyRequired ? '' : '; may be left out'}.`;
}

const mediaTypes: Readonly<Record<string, string>> = {
  [JSON_TYPE]: 'JSON',
  [FORM]: 'A form',
  [EVENTS]: 'server-sent events',
  'text/html': 'a page for people',
  'application/pdf': 'a PDF',
};

/** A successful response: named schemas are linked, other ones shown here. */
function answerBlocks(
  { id }: Operation,
  { status, description, content }: Answer,
  { schemas }: Around,
): readonly Block[] {
  const heading = { kind: 'heading', level: 3, text: `Response ${status}` } as const;
  if (content === undefined) return [heading, { kind: 'prose', markdown: description }];
  const { mediaType, schema } = content;
  const isJson = mediaType === JSON_TYPE;
  const type = isJson ? typeInWords(schema) : (mediaTypes[mediaType] ?? code(mediaType));
  const said = description === 'Success.' ? '' : `: ${description}`;
  const members =
    isJson && nameOf(schema) === undefined ? membersOf(schema, schemas, 'linked') : [];
  return [
    heading,
    { kind: 'prose', markdown: `${type}${said}` },
    ...(members.length === 0 ? [] : [{ kind: 'members', id: `${id}.${status}`, members } as const]),
  ];
}

function failureBlocks({ failures }: Operation): readonly Block[] {
  if (failures.length === 0) return [];
  const rows = failures.map(({ status, code: name, message }) => [
    status,
    `[${code(name)}](/docs/errors/${name})`,
    message === '' ? '' : code(message),
  ]);
  return [
    { kind: 'heading', level: 3, text: 'Errors' },
    { kind: 'table', head: ['Status', 'Code', 'Example'], rows },
  ];
}

function shownBlocks(operation: Operation, around: Around): readonly Block[] {
  const answer = operation.answers.find(({ content }) => content?.example !== undefined);
  const example = answer?.content?.example;
  return [
    { kind: 'samples', label: 'Request', samples: samplesOf(sampleCall(operation, around)) },
    ...(example === undefined
      ? []
      : [
          {
            kind: 'samples',
            label: `Response ${answer?.status}`,
            samples: [exampleSample(example)],
          } as const,
        ]),
    trialOf(operation, around),
  ];
}

function exampleSample(example: unknown): Sample {
  return typeof example === 'string'
    ? { language: 'Text', fence: 'text', text: example }
    : { language: 'JSON', fence: 'json', text: JSON.stringify(example, null, 2) };
}

function samplesOf(call: SampleCall): readonly Sample[] {
  const shell = { language: 'curl', fence: 'sh', text: curlSample(call) };
  if (call.client === undefined) return [shell];
  return [
    shell,
    { language: 'TypeScript', fence: 'ts', text: typescriptSample(call) },
    { language: 'Python', fence: 'python', text: pythonSample(call.client, call) },
    { language: 'Go', fence: 'go', text: goSample(call.client, call) },
  ];
}

function sampleCall(operation: Operation, around: Around): SampleCall {
  const { id, method, path, parameters, bodies, answers, callers } = operation;
  const inPath = parameters.filter(({ in: place }) => place === 'path');
  const json = bodies.find(({ mediaType }) => mediaType === JSON_TYPE);
  return {
    client: around.clientCalls.get(id),
    method,
    path,
    pathValues: Object.fromEntries(inPath.map((each) => [each.name, exampleValue(each, around)])),
    needsToken: callers.token !== 'none' && callers.token !== 'optional',
    takesKey: takesKey(operation),
    body: json && bodyOf(json),
    isStream: answers.some(({ content }) => content?.mediaType === EVENTS),
  };
}

function bodyOf({ example }: Content): unknown {
  return example ?? {};
}

function takesKey({ parameters }: Operation): boolean {
  return parameters.some(({ name }) => name === 'Idempotency-Key');
}

/** A sample value, from the schema or from the examples of other operations. */
function exampleValue({ name, schema }: Parameter, { exampleIds }: Around): string {
  const [example] = schema.examples ?? [];
  const [choice] = schema.enum ?? [];
  return String(example ?? exampleIds.get(name) ?? choice ?? `{${name}}`);
}

function trialOf(operation: Operation, around: Around): Trial {
  const { id, method, path, parameters, bodies, callers } = operation;
  const [body] = bodies;
  const text = body && textOf(body);
  const fields = parameters.flatMap(({ in: place, name, isRequired, schema }): TrialField[] => {
    if (place === 'header') return [];
    const values = schema.enum?.map(String) ?? [];
    return [{ in: place, name, isRequired, value: '', values }];
  });
  const wanted = new Set([
    ...fields.map(({ name }) => name),
    ...(text?.match(/\w+_id(?=")/g) ?? []),
  ]);
  return {
    ...{ kind: 'trial', operationId: id, method, path, fields, body: text },
    mediaType: body?.mediaType,
    takesKey: takesKey(operation),
    needsToken: callers.token !== 'none',
    lists: Object.fromEntries([...around.lists].filter(([name]) => wanted.has(name))),
  };
}

function textOf({ mediaType, example }: Content): string {
  if (mediaType !== FORM) return JSON.stringify(example ?? {}, null, 2);
  const fields = Object.entries((example ?? {}) as Readonly<Record<string, unknown>>);
  return new URLSearchParams(
    Object.fromEntries(fields.map(([name, value]) => [name, String(value)])),
  ).toString();
}
