import { type ErrorCode, errorStatuses } from '@florin/contracts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineRoute } from '../routes/define-route.ts';
import { toOpenApi } from './openapi.ts';

interface Answer {
  readonly description: string;
  readonly content: Readonly<Record<string, { readonly examples: Record<string, Example> }>>;
}
interface Example {
  readonly value: { readonly error: string; readonly message: string };
}

it('shows an example of exactly the failures that an operation lists', () => {
  const codes = Object.keys(errorStatuses) as ErrorCode[];
  const route = defineRoute({
    method: 'POST',
    path: '/v1/everything',
    operationId: 'failsInEveryWay',
    summary: 'Fails in every way',
    token: 'session',
    replies: { 200: z.object({}) },
    errors: codes,
    handle: async () => ({ status: 200, body: {} }),
  });
  const document = toOpenApi('test', '1', [route]) as unknown as {
    readonly paths: Record<string, { post: { responses: Record<string, Answer> } }>;
  };
  const responses = Object.entries(document.paths['/v1/everything']?.post.responses ?? {});
  const failures = responses.filter(([status]) => Number(status) >= 400);
  const shown = failures.flatMap(([status, { description, content }]) => {
    const examples = Object.entries(content['application/json']?.examples ?? {});
    expect(description).toBe(examples.map(([code]) => `\`${code}\``).join(', '));
    return examples.map(([code, { value }]) => {
      expect(value).toEqual({ error: code, message: expect.stringMatching(/.{20,}/) });
      expect(errorStatuses[code as ErrorCode]).toBe(Number(status));
      return code;
    });
  });
  expect(shown.toSorted()).toEqual(codes.toSorted());
});
