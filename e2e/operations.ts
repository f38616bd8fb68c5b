import { readFileSync } from 'node:fs';
import { serviceNames } from '@florin/contracts';
import { baseUrl } from './api.ts';

/** The parts of a JSON schema that these stories read. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

export interface Operation {
  readonly method: string;
  /** Path with parameters in braces. */
  readonly template: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema?: Schema;
  }[];
  /** Schema of the JSON body; undefined if the operation takes none. */
  readonly body: Schema | undefined;
  /** Names of form fields, if it accepts a form as well. */
  readonly fields: readonly string[];
  readonly statuses: readonly string[];
}

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas?: Readonly<Record<string, Schema>> };
}

interface DocumentedOperation {
  readonly parameters?: Operation['parameters'];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { schema?: Schema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

/** The OpenAPI document served by the gateway. */
export async function readOpenApi(): Promise<Document> {
  const response = await fetch(`${baseUrl()}/v1/openapi.json`);
  return (await response.json()) as Document;
}

/**
 * Paths that only our own pages load. The services' documents list them; the public document does
 * not.
 */
export function internalPaths<Methods extends object>(): Readonly<Record<string, Methods>> {
  const paths = serviceNames.flatMap((service) => {
    const file = new URL(`../apps/${service}/openapi.json`, import.meta.url);
    const document: { paths: Record<string, Methods> } = JSON.parse(readFileSync(file, 'utf8'));
    return Object.entries(document.paths);
  });
  return Object.fromEntries(
    paths.filter(([, methods]) =>
      Object.values(methods).every((operation) => operation['x-internal']),
    ),
  );
}

/** Pages are for people, in HTML; the stories about operations cover the API alone. */
export function isPage(template: string): boolean {
  return [
    '/pay/',
    '/i/',
    '/portal/',
    '/exports/',
    '/dev/',
    '/auth/',
    '/mail/unsubscribe/',
    '/console',
  ].some((prefix) => template.startsWith(prefix));
}

/** Every API operation of the document. */
export function operationsOf({ paths, components }: Document): readonly Operation[] {
  const api = Object.entries(paths).filter(([template]) => !isPage(template));
  return api.flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses }]) => {
      const schema = requestBody?.content?.['application/json']?.schema;
      const form = requestBody?.content?.['application/x-www-form-urlencoded']?.schema;
      return {
        method: method.toUpperCase(),
        template,
        parameters,
        body: schema && resolve(schema, components),
        fields: Object.keys((form && resolve(form, components).properties) ?? {}),
        statuses: Object.keys(responses),
      };
    }),
  );
}

/** Follows a reference within the document; one step is as deep as bodies go. */
function resolve(schema: Schema, components: Document['components']): Schema {
  const name = schema.$ref?.split('/').at(-1) ?? '';
  return components.schemas?.[name] ?? schema;
}

/** Services with an operation that redrives dead letters. */
export const REDRIVEN = ['billing', 'mail', 'webhooks'] as const;
