import type { Answer } from '@florin/testing';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: object;
}

/** A document, and its path templates by number of segments. */
interface Routes {
  readonly document: Document;
  readonly templates: ReadonlyMap<
    number,
    readonly { readonly template: string; readonly parts: readonly string[] }[]
  >;
}

/** Statuses of temporary refusals, which must have a Retry-After. */
const FOR_NOW = [429, 503];
/** Statuses that every route may return undeclared. */
const EVERYWHERE = [400, 401, 404, 405, 408, 413, 422, 429, 431, 500, 503];

const validators = new Map<string, ValidateFunction>();
let known: Promise<Routes> | undefined;

/**
 * Checks an answer against the OpenAPI document that the system serves.
 * @throws Error when the status is not documented or the body does not match its schema.
 */
export async function checkAnswer(
  baseUrl: string,
  method: string,
  path: string,
  answer: Answer,
): Promise<void> {
  known ??= readDocument(baseUrl);
  const { document, templates } = await known;
  const found = findOperation(document, templates, method, path.split('?', 1)[0] ?? '');
  if (!found) return;
  const name = `${method} ${found.template} ${answer.status}`;
  if (
    FOR_NOW.includes(answer.status) &&
    !/^[1-9]\d*$/.test(answer.headers.get('retry-after') ?? '')
  )
    throw new Error(`${name} has no Retry-After: ${JSON.stringify(answer.body)}`);
  const response = found.operation.responses[String(answer.status)];
  if (!response) {
    if (answer.status >= 400 && EVERYWHERE.includes(answer.status)) return;
    throw new Error(`${name} is not documented: ${JSON.stringify(answer.body)}`);
  }
  const schema = response.content?.['application/json']?.schema;
  if (!schema) return;
  const validate = validatorOf(name, schema, document);
  if (!validate(answer.body))
    throw new Error(
      `${name} does not match its documentation: ${JSON.stringify(validate.errors)}: ${JSON.stringify(answer.body)}`,
    );
}

async function readDocument(baseUrl: string): Promise<Routes> {
  const response = await fetch(`${baseUrl}/v1/openapi.json`);
  const document = (await response.json()) as Document;
  return { document, templates: toTemplates(document) };
}

/** Literal segments come first, as in the gateway. */
function toTemplates({ paths }: Document): Routes['templates'] {
  const templates = Object.keys(paths)
    .map((template) => ({ template, parts: template.split('/') }))
    .toSorted((a, b) => parameterCount(a.parts) - parameterCount(b.parts));
  return Map.groupBy(templates, ({ parts }) => parts.length);
}

const parameterCount = (parts: readonly string[]) =>
  parts.filter((part) => part.startsWith('{')).length;

function validatorOf(name: string, schema: object, document: Document): ValidateFunction {
  const made = validators.get(name);
  if (made) return made;
  const validate = compileSchema(schema, document);
  validators.set(name, validate);
  return validate;
}

const compilers = new WeakMap<object, Ajv2020>();
const DOCUMENT = 'florin:document';

/**
 * A validator for a schema inside a document. Hundreds of validators share the compiled references.
 */
export function compileSchema(
  schema: object,
  { components }: Pick<Document, 'components'>,
): ValidateFunction {
  const ajv = compilers.get(components) ?? newCompiler(components);
  const text = JSON.stringify(schema).replaceAll('"#/components/', `"${DOCUMENT}#/components/`);
  return ajv.compile(JSON.parse(text));
}

function newCompiler(components: object): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ $id: DOCUMENT, components });
  compilers.set(components, ajv);
  return ajv;
}

function findOperation(
  document: Document,
  templates: Routes['templates'],
  method: string,
  path: string,
) {
  const segments = path.split('/');
  for (const { template, parts } of templates.get(segments.length) ?? []) {
    const matches = parts.every((part, index) => part.startsWith('{') || part === segments[index]);
    const operation = matches && document.paths[template]?.[method.toLowerCase()];
    if (operation) return { template, operation };
  }
  return undefined;
}
