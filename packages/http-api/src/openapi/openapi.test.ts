import { IDEMPOTENCY_KEY_DAYS, idPatternOf } from '@florin/contracts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  amountField,
  currencyField,
  emailField,
  languageField,
  metadataField,
  nameField,
  passwordField,
  timezoneField,
} from '../fields/fields.ts';
import { idParams } from '../fields/ids.ts';
import { instantField } from '../fields/instants.ts';
import { cursorFields, listReply, oneCursor } from '../fields/page.ts';
import { defineRoute, fileReply } from '../routes/define-route.ts';
import { withExamples } from '../routes/examples.ts';
import { toOpenApi } from './openapi.ts';

const thing = z.object({ id: z.string(), amount: z.int() }).meta({ id: 'Thing' });
const examples = {
  'POST /v1/things': { request: { name: 'Ada' }, response: { id: '1', amount: 7 } },
  'PATCH /v1/things/{thing_id}/parts/{part_id}': { request: { now: true } },
  'GET /v1/others': { response: 'of nobody' },
};
const handle = async () => ({ status: 200, body: {} });

const routes = withExamples(examples, [
  defineRoute({
    method: 'GET',
    path: '/v1/things',
    operationId: 'listThings',
    summary: 'List things',
    token: 'session_or_key',
    scope: 'transactions:read',
    query: z
      .object({ ...cursorFields('transaction'), from: instantField('from').optional() })
      .refine(...oneCursor),
    replies: { 200: listReply(thing) },
    errors: ['invalid_request', 'currency_mismatch', 'unauthorized', 'forbidden'],
    handle,
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/things',
    operationId: 'createThing',
    summary: 'Create a thing',
    token: 'optional',
    body: z.object({
      name: nameField,
      amount: amountField,
      currency: currencyField.optional(),
      email: emailField,
      password: passwordField({ passwordLengthMin: 8 }),
      timezone: timezoneField,
      language: languageField,
      metadata: metadataField.optional(),
    }),
    takesIdempotencyKey: true,
    replies: { 201: thing },
    errors: ['invalid_request', 'email_exists', 'insufficient_funds'],
    otherErrors: { 422: ['invalid_request'] },
    handle,
  }),
  defineRoute({
    method: 'PATCH',
    path: '/v1/things/{thing_id}/parts/{part_id}',
    operationId: 'updatePart',
    summary: 'Change a part',
    token: 'session',
    params: idParams({ thing_id: 'transaction', part_id: 'invoice' }),
    body: z.object({ now: z.boolean() }),
    form: { now: 'boolean' },
    isBodyOptional: true,
    replies: { 200: thing },
    errors: ['not_found'],
    handle,
  }),
  defineRoute({
    method: 'GET',
    path: '/.well-known/things.json',
    operationId: 'getKeys',
    summary: 'Keys',
    token: 'none',
    replies: { 200: z.object({}) },
    errors: [],
    handle,
  }),
]);

// biome-ignore lint/suspicious/noExplicitAny: the document is checked by its own schema.
const documentOf = (list = routes) => toOpenApi('Florin things', '1.2.3', list) as any;

describe('the OpenAPI document of a route list', () => {
  it('is valid OpenAPI 3.1, even without routes', async () => {
    for (const document of [documentOf(), documentOf([])]) {
      const { valid, errors } = await new Validator().validate(document);
      expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
      expect(document.openapi).toMatch(/^3\.1\./);
      expect(document.info).toEqual({ title: 'Florin things', version: '1.2.3' });
    }
  });

  it('contains every route once, with a unique operation id', () => {
    const { paths } = documentOf();
    const operations = Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => [method, path, operationId]),
    );
    expect(operations).toEqual([
      ['get', '/v1/things', 'listThings'],
      ['post', '/v1/things', 'createThing'],
      ['patch', '/v1/things/{thing_id}/parts/{part_id}', 'updatePart'],
      ['get', '/.well-known/things.json', 'getKeys'],
    ]);
  });

  it('declares each path and query parameter, and the Idempotency-Key', () => {
    const { paths } = documentOf();
    const parametersOf = (path: string, method: string) =>
      paths[path][method].parameters.map(
        // biome-ignore lint/suspicious/noExplicitAny: see above.
        ({ name, in: place, required = false, schema }: any) =>
          [name, place, required, schema.type].join(' '),
      );
    expect(parametersOf('/v1/things/{thing_id}/parts/{part_id}', 'patch')).toEqual([
      'thing_id path true string',
      'part_id path true string',
    ]);
    expect(parametersOf('/v1/things', 'get')).toEqual([
      'limit query false integer',
      'starting_after query false string',
      'ending_before query false string',
      'order query false string',
      'created_after query false string',
      'created_before query false string',
      'from query false string',
    ]);
    expect(parametersOf('/v1/things', 'post')).toEqual(['Idempotency-Key header false string']);
  });

  it("describes optional parameters with their schema's description", () => {
    const { parameters } = documentOf().paths['/v1/things'].get;
    for (const { description, schema } of parameters) {
      expect(description).toBeTruthy();
      expect(description).toBe(schema.description);
    }
  });

  it('describes the input of schemas rather than their output', () => {
    const post = documentOf().paths['/v1/things'].post;
    const { schema } = post.requestBody.content['application/json'];
    expect(post.requestBody.required).toBe(true);
    expect(schema.required).toEqual([
      'name',
      'amount',
      'email',
      'password',
      'timezone',
      'language',
    ]);
    expect(schema.properties).toMatchObject({
      name: { type: 'string', minLength: 1, maxLength: 200, pattern: expect.any(String) },
      amount: { type: 'integer', format: 'int64', minimum: 1, maximum: 999_999_999_999 },
      currency: { type: 'string', pattern: '^[A-Za-z]{3}$' },
      email: { type: 'string', format: 'email', maxLength: 254 },
      password: { type: 'string', minLength: 8, maxLength: 256, format: 'password' },
    });
  });

  it('allows no additional properties in request bodies, except in free-form objects', () => {
    const { paths, components } = documentOf();
    const { schema } = paths['/v1/things'].post.requestBody.content['application/json'];
    expect(schema.additionalProperties).toBe(false);
    const { Metadata } = components.schemas;
    expect(schema.properties.metadata.$ref).toBe('#/components/schemas/Metadata');
    expect(Metadata).toMatchObject({ type: 'object', additionalProperties: {}, maxProperties: 50 });
  });

  it('documents on every operation, except pages, that unknown names are refused', () => {
    const [, , , keys] = routes;
    if (!keys) throw new Error('there are four routes');
    const page = { ...keys, showError: () => ({ status: 400, headers: {}, text: '' }) };
    const of = (list: typeof routes) => documentOf(list).paths[keys.path].get.responses;
    expect(of([keys])).toHaveProperty('400');
    expect(of([page])).not.toHaveProperty('400');
  });

  it('lists form bodies only for routes that accept them, and marks optional bodies', () => {
    const { paths } = documentOf();
    const { requestBody } = paths['/v1/things/{thing_id}/parts/{part_id}'].patch;
    expect(Object.keys(requestBody.content)).toEqual([
      'application/json',
      'application/x-www-form-urlencoded',
    ]);
    expect(requestBody.required).toBe(false);
    expect(Object.keys(paths['/v1/things'].post.requestBody.content)).toEqual(['application/json']);
    expect(paths['/v1/things'].get.requestBody).toBeUndefined();
  });

  it('documents file responses with each possible media type', () => {
    const file = defineRoute({
      ...{ method: 'GET', path: '/v1/file', operationId: 'getFile', summary: 'A file' },
      ...{ token: 'none', mediaType: ['text/csv', 'application/pdf'], errors: [], handle },
      replies: { 200: fileReply('A file.') },
    });
    const { content } = documentOf([file]).paths['/v1/file'].get.responses[200];
    const schema = { type: 'string', format: 'binary', description: 'A file.' };
    expect(content).toEqual({ 'text/csv': { schema }, 'application/pdf': { schema } });
  });

  it('contains the metadata schema only if it is used', () => {
    const { components } = documentOf(routes.slice(0, 1));
    expect(components.schemas).not.toHaveProperty('Metadata');
  });

  it('documents parameter checks, without a text pattern for integers', () => {
    const { paths } = documentOf();
    const named = (name: string) =>
      paths['/v1/things'].get.parameters.find((one: { name: string }) => one.name === name).schema;
    expect(named('limit')).not.toHaveProperty('pattern');
    expect(named('starting_after').pattern).toBe(idPatternOf('transaction'));
    expect(named('from').format).toBe('date-time');
    expect(paths['/v1/things'].post.parameters[0].schema).toMatchObject({
      pattern: '^[!-~]{1,255}$',
      description: expect.stringContaining(`${IDEMPOTENCY_KEY_DAYS} days`),
    });
  });

  it('lists success and each failure code by status', () => {
    const { paths, components } = documentOf();
    const responsesOf = (method: string) =>
      Object.fromEntries(
        Object.entries<{ description: string }>(paths['/v1/things'][method].responses).map(
          ([status, { description }]) => [status, description],
        ),
      );
    expect(responsesOf('get')).toEqual({
      200: 'Success: `ThingList`.',
      400: '`invalid_request`, `currency_mismatch`',
      401: '`unauthorized`',
      403: '`forbidden`',
      500: '`internal_error`',
      503: '`unavailable`',
    });
    expect(responsesOf('post')).toEqual({
      201: 'Success: `Thing`.',
      400: '`invalid_request`',
      402: '`insufficient_funds`',
      // Suspended accounts may not call routes that change something.
      403: '`forbidden`',
      409: '`email_exists`',
      422: '`invalid_request`',
      500: '`internal_error`',
      503: '`unavailable`',
    });
    for (const operation of [paths['/v1/things'].get, paths['/v1/things'].post])
      expect(operation.responses[503].headers['Retry-After'].required).toBe(true);
    expect(paths['/v1/things'].get.responses[400]).not.toHaveProperty('headers');
    expect(Object.keys(components.schemas).sort()).toEqual([
      'Error',
      'Metadata',
      'Thing',
      'ThingList',
    ]);
    expect(components.schemas.Error.required).toEqual(['error', 'message']);
  });

  it('shows examples only where they exist', () => {
    const { paths } = documentOf();
    const { post, get } = paths['/v1/things'];
    expect(post.requestBody.content['application/json'].example).toEqual({ name: 'Ada' });
    expect(post.responses[201].content['application/json'].example).toEqual({ id: '1', amount: 7 });
    expect(get.responses[200].content['application/json']).not.toHaveProperty('example');
    const { requestBody } = paths['/v1/things/{thing_id}/parts/{part_id}'].patch;
    expect(requestBody.content['application/x-www-form-urlencoded'].example).toEqual({ now: true });
  });

  it('documents the token of each operation', () => {
    const { paths, components } = documentOf();
    expect(paths['/v1/things'].get.security).toEqual([{ bearer: ['transactions:read'] }]);
    expect(paths['/v1/things'].post.security).toEqual([{}, { bearer: [] }]);
    expect(paths['/.well-known/things.json'].get.security).toEqual([]);
    expect(components.securitySchemes.bearer).toMatchObject({ type: 'http', scheme: 'bearer' });
    // No route here accepts a refresh token.
    expect(components.securitySchemes).not.toHaveProperty('refresh');
  });

  it('documents the scope of API keys, and refresh tokens where they are accepted', () => {
    const own = (['refresh', 'session'] as const).map((token) =>
      defineRoute({
        ...{ method: 'GET', path: `/v1/${token}`, operationId: `get${token}`, token, handle },
        ...{ summary: 'Show it', replies: { 200: thing }, errors: [] },
      }),
    );
    const { paths, components } = documentOf(own);
    expect(components.securitySchemes.refresh).toMatchObject({ type: 'http', scheme: 'bearer' });
    expect(paths['/v1/refresh'].get.security).toEqual([{ refresh: [] }]);
    expect(paths['/v1/session'].get.security).toEqual([{ bearer: [] }]);
  });
});
