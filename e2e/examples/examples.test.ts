import { beforeAll, describe, expect, it } from 'vitest';
import { baseUrl } from '../api.ts';
import { compileSchema } from '../check-answer.ts';

interface Content {
  readonly schema: { readonly format?: string };
  readonly example?: unknown;
}
interface Shown {
  readonly operation: string;
  /** `request`, or the status of a success. */
  readonly part: string;
  readonly type: string;
  readonly content: Content;
}
type Contents = Readonly<Record<string, Content>>;

/** Pages and the files that they load, which are not JSON. */
const LOOKED_AT = ['text/html', 'text/css', 'text/javascript'];

// biome-ignore lint/suspicious/noExplicitAny: the document as served.
let document: any;
let shown: readonly Shown[];
beforeAll(async () => {
  document = await (await fetch(`${baseUrl()}/v1/openapi.json`)).json();
  shown = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, described]) =>
      contentsOf(described).flatMap(([part, contents]) =>
        Object.entries(contents)
          .filter(([type]) => !LOOKED_AT.includes(type))
          // Files have no example either, unless one is recorded.
          .filter(([, { schema, example }]) => schema.format !== 'binary' || example !== undefined)
          .map(([type, content]) => ({
            operation: `${method.toUpperCase()} ${path}`,
            part,
            type,
            content,
          })),
      ),
    ),
  );
});

function contentsOf(operation: {
  readonly requestBody?: { readonly content: Contents };
  readonly responses: Readonly<Record<string, { readonly content: Contents }>>;
}): readonly (readonly [string, Contents])[] {
  const { requestBody, responses } = operation;
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 400);
  return [
    ...(requestBody ? [['request', requestBody.content] as const] : []),
    ...successes.map(([status, { content }]) => [status, content] as const),
  ];
}

const nameOf = ({ operation, part, type }: Shown) => `${operation} ${part} ${type}`;

describe('the examples of the reference', () => {
  it('exist for every request with a body, and for every success', () => {
    expect(shown.length).toBeGreaterThan(90);
    const missing = shown.filter(({ content }) => content.example === undefined);
    expect(missing.map(nameOf)).toEqual([]);
  });

  it('match their schemas', () => {
    const faults = shown.flatMap((each) => {
      const validate = compileSchema(each.content.schema, document);
      return validate(each.content.example)
        ? []
        : [`${nameOf(each)}: ${JSON.stringify(validate.errors)}`];
    });
    expect(faults).toEqual([]);
  });

  it('fail the test if they do not match', () => {
    const transaction = shown.find(({ operation }) => operation === 'POST /v1/transactions');
    const validate = compileSchema(transaction?.content.schema ?? {}, document);
    expect(validate({ ...(transaction?.content.example as object), amount: '1' })).toBe(false);
  });

  it('contain no string that could be a real secret', () => {
    const text = JSON.stringify(shown.map(({ content }) => content.example));
    const secrets = [
      ...text.matchAll(/(eyJ|sk_live_|sk_test_|whsec_|\/pay\/(?:test_cards\/)?)([\w-]{8,})/g),
    ];
    expect(secrets.length).toBeGreaterThan(5);
    expect(secrets.filter(([, , rest = '']) => !rest.startsWith('example'))).toEqual([]);
  });
});
