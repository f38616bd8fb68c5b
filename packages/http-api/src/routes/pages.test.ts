import { AppError } from '@florin/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serveRoutes } from '../../test/serve-routes.ts';
import { toOpenApi } from '../openapi/openapi.ts';
import { defineRoute, type TextReply } from './define-route.ts';

const html = { 'Content-Type': 'text/html; charset=utf-8' };
const page = (status: number, text: string): TextReply => ({ status, headers: html, text });

const common = {
  path: '/pages/{name}',
  operationId: 'aPage',
  summary: 'A page',
  token: 'none',
  params: z.object({ name: z.string().regex(/^[a-z]+$/) }),
  showError: ({ status }: { status: number }) => page(status, `<p>${status}</p>`),
  errors: ['not_found'],
} as const;

const routes = [
  defineRoute({
    ...common,
    method: 'GET',
    replies: { 200: z.string() },
    async handle({ params }) {
      if (params.name === 'absent') throw new AppError('not_found', 'no');
      if (params.name === 'broken') throw new Error('secret');
      return page(200, `<p>${params.name} ä</p>`);
    },
  }),
  defineRoute({
    ...common,
    method: 'POST',
    body: z.object({ field: z.string() }),
    form: {},
    replies: { 303: z.string() },
    async handle({ body }) {
      return { status: 303, headers: { Location: `./${body.field}` }, text: '' };
    },
  }),
];

describe('a page', () => {
  it('is sent as its handler returns it', async () => {
    const { send, answered } = await serveRoutes(routes);
    const answer = await send('GET', '/pages/home');
    expect([answer.status, answer.text]).toEqual([200, '<p>home ä</p>']);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answered).toMatchObject([{ route: '/pages/{name}', status: 200 }]);
  });

  it.each([
    ['absent', 404],
    ['WRONG', 404],
    ['%ff', 404],
    ['broken', 500],
  ])('renders failures: %s', async (name, status) => {
    const { send, bugs } = await serveRoutes(routes);
    const answer = await send('GET', `/pages/${name}`);
    expect([answer.status, answer.text]).toEqual([status, `<p>${status}</p>`]);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(bugs).toHaveLength(status === 500 ? 1 : 0);
  });

  it.each([
    ['application/x-www-form-urlencoded', 'other=1', 400],
    ['application/x-www-form-urlencoded', 'field=1&field=2', 400],
    ['text/plain', 'field=1', 400],
    ['application/json', '{"field":"1","username":"grace"}', 400],
    ['application/x-www-form-urlencoded', 'field=1', 303],
    ['application/x-www-form-urlencoded', 'field=1&username=grace&__proto__=2', 303],
    ['Application/X-WWW-Form-Urlencoded; charset=utf-8', 'username=grace&field=1', 303],
  ])('accepts a form: %s, %s', async (type, body, status) => {
    const { send } = await serveRoutes(routes);
    const answer = await send('POST', '/pages/home', {
      headers: { 'Content-Type': type },
      body,
    });
    expect(answer.status).toBe(status);
    expect(answer.text).toBe(status === 400 ? '<p>400</p>' : '');
  });

  it('is documented as HTML', () => {
    const { paths } = toOpenApi('x', '1', routes) as {
      paths: Record<string, Record<string, { responses: object; requestBody?: object }>>;
    };
    const { get, post } = paths['/pages/{name}'] ?? {};
    expect(get?.responses).toMatchObject({ 200: { content: { 'text/html': {} } } });
    expect(get?.responses).toMatchObject({ 404: { content: { 'text/html': {} } } });
    expect(post?.requestBody).toMatchObject({
      content: { 'application/x-www-form-urlencoded': {} },
    });
  });
});
