import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appsDir, appsWithDocument } from '../places.ts';
import { compareDocuments, type Document } from './compare-documents.ts';
import type { Schema } from './schema.ts';

const json = (schema: Schema) => ({ 'application/json': { schema } });

/** One operation of a small service; each test changes a part of it. */
function documentOf(change: object = {}): Document {
  return {
    paths: {
      '/things': {
        get: { responses: { 200: {} } },
        post: {
          security: [],
          parameters: [{ in: 'query', name: 'limit', schema: { type: 'integer' } }],
          requestBody: { content: { ...json({ type: 'object' }), 'text/csv': { schema: {} } } },
          responses: { 201: { content: json({ type: 'object' }) }, 409: { content: json({}) } },
          ...change,
        },
      },
    },
  };
}

describe('a loss', () => {
  it('is a path', () => {
    expect(compareDocuments(documentOf(), { paths: {} })).toEqual([
      'GET /things: was removed',
      'POST /things: was removed',
    ]);
  });

  it('is a method', () => {
    const { post } = documentOf().paths['/things'] ?? {};
    if (!post) throw new Error('there is no POST');
    expect(compareDocuments(documentOf(), { paths: { '/things': { post } } })).toEqual([
      'GET /things: was removed',
    ]);
  });

  it.each([
    ['a status', { responses: { 201: { content: json({ type: 'object' }) } } }, '409: was removed'],
    [
      'a form of the answer',
      { responses: { 201: {}, 409: { content: json({}) } } },
      '201: application/json was removed',
    ],
    ['the body', { requestBody: undefined }, 'body: was removed'],
    [
      'a form of the body',
      { requestBody: { content: json({ type: 'object' }) } },
      'body: text/csv was removed',
    ],
    ['a parameter', { parameters: [] }, 'query limit: was removed'],
    [
      'a value of a parameter',
      { parameters: [{ in: 'query', name: 'limit', schema: { type: 'integer', maximum: 9 } }] },
      'query limit: maximum (none) became 9',
    ],
    [
      'a field of the body',
      { requestBody: { content: { ...json({ type: 'string' }), 'text/csv': { schema: {} } } } },
      'body: type object became string',
    ],
    [
      'a field of the answer',
      { responses: { 201: { content: json({ type: 'array' }) }, 409: { content: json({}) } } },
      '201: type object became array',
    ],
  ])('is %s', (_what, change, problem) => {
    expect(compareDocuments(documentOf(), documentOf(change))).toEqual([`POST /things ${problem}`]);
  });
});

describe('a new requirement', () => {
  it.each([
    ['a token', { security: [{ bearer: [] }] }, ': needs a token now'],
    [
      'the body',
      {
        requestBody: {
          required: true,
          content: { ...json({ type: 'object' }), 'text/csv': { schema: {} } },
        },
      },
      ' body: became required',
    ],
    [
      'a parameter',
      { parameters: [{ in: 'query', name: 'limit', required: true, schema: { type: 'integer' } }] },
      ' query limit: became required',
    ],
  ])('is %s', (_what, change, problem) => {
    expect(compareDocuments(documentOf(), documentOf(change))).toEqual([`POST /things${problem}`]);
  });

  it('is a new parameter', () => {
    const parameters = [{ in: 'query', name: 'limit', required: true, schema: {} }];
    expect(compareDocuments(documentOf({ parameters: [] }), documentOf({ parameters }))).toEqual([
      'POST /things query limit: became required',
    ]);
  });
});

it('does not include additions', () => {
  const now = documentOf({
    security: [{}, { bearer: [] }],
    parameters: [
      { in: 'query', name: 'limit', schema: { type: 'integer' } },
      { in: 'query', name: 'after', schema: { type: 'string' } },
    ],
    responses: {
      201: { content: json({ type: 'object' }) },
      202: { content: json({ type: 'object' }) },
      409: { content: json({}) },
    },
  });
  expect(compareDocuments(documentOf(), { paths: { '/more': {}, ...now.paths } })).toEqual([]);
});

it.each(appsWithDocument())('finds nothing between %s and itself', (app) => {
  const document = JSON.parse(readFileSync(join(appsDir, app, 'openapi.json'), 'utf8'));
  expect(Object.keys(document.paths).length).toBeGreaterThan(0);
  expect(compareDocuments(document, document)).toEqual([]);
});
