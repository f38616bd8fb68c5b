import { describe, expect, it } from 'vitest';
import { makeReference } from './reference.ts';
import { readGuide } from './sources/read-guide.ts';

const EVIL = `"><script>alert('x')</script>`;
const openApi = {
  info: { version: '1' },
  tags: [{ name: `Things ${EVIL}`, description: `About ${EVIL} [keys](/docs/api/listThings).` }],
  paths: {
    '/v1/things': {
      get: {
        operationId: 'listThings',
        summary: `List ${EVIL}`,
        description: `They are ${EVIL}, signed by a webhook.`,
        tags: [`Things ${EVIL}`],
        security: [{ bearer: ['things:read'] }],
        parameters: [
          {
            in: 'query',
            name: `q${EVIL}`,
            description: EVIL,
            schema: { enum: [EVIL], default: EVIL },
          },
        ],
        responses: {
          200: {
            description: EVIL,
            content: {
              'application/json': {
                example: { text: EVIL },
                schema: { $ref: '#/components/schemas/Thing' },
              },
            },
          },
          409: {
            content: {
              'application/json': { examples: { conflict: { value: { message: EVIL } } } },
            },
          },
        },
      },
      post: {
        operationId: 'createThing',
        summary: 'Make one',
        requestBody: {
          content: {
            'application/json': {
              example: { text: EVIL },
              schema: { properties: { [EVIL]: { description: EVIL, examples: [EVIL] } } },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: { Thing: { description: EVIL, properties: { text: { type: 'string' } } } },
  },
};
const sources = {
  guides: [
    readGuide(
      'webhooks',
      '# Webhooks\n\nWhat is sent to you.\n\n## Verify the signature\n\nBy [keys](keys.md#make-one), see [more](../operating/README.md).',
    ),
    readGuide(
      'keys',
      `# Keys ${EVIL}\n\nHow programs call.\n\n## Make one\n\nSee [it](/docs/api/createThing) or [them](../../apps/things/README.md#listThings) ${EVIL}.`,
    ),
  ],
  events: [
    {
      type: 'thing.created',
      when: `it is there ${EVIL}`,
      publisher: 'ledger',
      example: { object: { text: EVIL } },
    },
  ],
  errors: [{ code: 'conflict', status: 409, text: `Wait. ${EVIL}` }],
};
const reference = makeReference(openApi, sources, 'https://florin.example/');
const text = (path: string) => reference.files.get(path)?.makeText() ?? '';

describe('foreign text', () => {
  it('stays text on every page, and within every attribute', async () => {
    for (const { path } of reference.pages) {
      const page = await text(path);
      expect(page, path).not.toContain("<script>alert('x')");
      expect(page.match(/<script/g), path).toHaveLength(1);
    }
    const { text: found } = await reference.search(EVIL);
    expect(found.match(/<script/g)).toHaveLength(1);
  });

  it('is not executed by the page', () => {
    const policy = reference.files.get('/docs')?.headers['Content-Security-Policy'];
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("require-trusted-types-for 'script'");
  });
});

it('has Markdown beside each page', async () => {
  for (const { path, title } of reference.pages) {
    expect(await text(`${path}.md`), path).toContain(title.slice(0, 4));
    expect(await text(path), path).toContain(`href="${path.replaceAll('"', '&quot;')}.md"`);
  }
});

it('links guides to guides and operations', async () => {
  const tag = reference.pages.find(({ title }) => title.startsWith('Things'))?.path;
  expect(await text('/docs/guides/webhooks')).toContain('href="/docs/guides/keys#make-one"');
  expect(await text('/docs/guides/webhooks')).toContain('see <a>more</a>');
  expect(await text('/docs/guides/keys')).toContain('href="/docs/api/other#createThing"');
  expect(await text('/docs/guides/keys')).toContain(`href="${tag}#listThings"`);
  expect(reference.redirects.get('/docs/api/listThings')).toBe(`${tag}#listThings`);
  expect(reference.redirects.get('/docs/api/listThings.md')).toBe(`${tag}.md#listThings`);
});

it('finds words of guides and operations', async () => {
  const { text: found } = await reference.search('webhook sign');
  expect(found).toContain('href="/docs/guides/webhooks#verify-the-signature"');
  expect(found).toContain('#listThings"');
  expect((await reference.search('nothingofthekind')).text).toContain('No results');
  expect((await reference.search('x'.repeat(10_000))).text.length).toBeLessThan(20_000);
});

it('lists all pages for assistants', async () => {
  const overview = await text('/llms.txt');
  expect(overview).toMatch(/^# Florin\n\n> /);
  expect(overview).toContain(
    '- [Webhooks](https://florin.example/docs/guides/webhooks.md): What is sent to you.',
  );
  expect(await text('/llms-full.txt')).toContain('## Verify the signature');
});

it('shows authentication and responses', async () => {
  const markdown = await text(
    `${reference.redirects.get('/docs/api/listThings')?.replace(/#.*/, '')}.md`,
  );
  expect(markdown).toContain('API keys with the scope `things:read`');
  expect(markdown).toContain('[Thing](/docs/schemas/Thing.md)');
  expect(markdown).toContain('[`conflict`](/docs/errors/conflict.md)');
});

describe('a guide', () => {
  it('starts with its title and description', () => {
    const guide = readGuide('a', '# A\n\nOne\nline.\n\n## B\n\nText.\n');
    expect(guide).toEqual({
      name: 'a',
      title: 'A',
      description: 'One\nline.',
      text: '## B\n\nText.',
    });
    expect(() => readGuide('a', 'A')).toThrow('a.md does not begin with "# Title"');
  });
});
