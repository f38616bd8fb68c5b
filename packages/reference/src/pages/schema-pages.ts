import { toPlain } from '../blocks/markdown-text.ts';
import type { Block } from '../blocks/model.ts';
import { membersOf } from '../document/members.ts';
import type { ApiDocument, Operation, Schema, Tag } from '../document/model.ts';
import { isNamed, typeInWords, waysOf } from '../document/schema-words.ts';
import { operationPath, plainWords } from './api-pages.ts';
import type { Page } from './model.ts';

/** A page per named schema, and an index. */
export function schemaPages(document: ApiDocument): readonly Page[] {
  const named = [...document.schemas].filter(([name]) => isNamed(name));
  return [
    {
      path: '/docs/schemas',
      title: 'All schemas',
      description: 'Request and response objects, by name.',
      kind: 'Schemas',
      toBlocks: () => [
        { kind: 'heading', level: 1, text: 'All schemas' },
        {
          kind: 'table',
          head: ['Schema', 'Description'],
          rows: named.map(([name, { description = '' }]) => [
            `[${name}](${schemaPath(name)})`,
            description.replaceAll(/\s*\n\s*/g, ' '),
          ]),
        },
      ],
    },
    ...named.map(
      ([name, schema]): Page => ({
        path: schemaPath(name),
        title: name,
        description: toPlain(schema.description ?? '') || `The members of ${name}.`,
        kind: 'Schemas',
        toBlocks: () => schemaBlocks(name, schema, document),
      }),
    ),
  ];
}

export function schemaPath(name: string): string {
  return `/docs/schemas/${name}`;
}

function schemaBlocks(name: string, schema: Schema, document: ApiDocument): readonly Block[] {
  const members = waysOf(schema).flatMap((way) => membersOf(way, document.schemas, 'linked'));
  const uses = usesOf(name, document.tags);
  return [
    { kind: 'heading', level: 1, text: name },
    ...(schema.description === undefined
      ? []
      : [{ kind: 'prose', markdown: schema.description } as const]),
    ...(members.length === 0
      ? [{ kind: 'prose', markdown: typeInWords(schema) } as const]
      : [{ kind: 'members', id: name, members } as const]),
    ...(uses.length === 0
      ? []
      : [
          { kind: 'heading', level: 2, id: 'used-by', text: 'Operations that use it' } as const,
          {
            kind: 'prose',
            markdown: uses
              .map(([tag, each]) => `- [${plainWords(each.summary)}](${operationPath(tag, each)})`)
              .join('\n'),
          } as const,
        ]),
  ];
}

/** Operations that send or return a schema, directly or inside an unnamed one. */
function usesOf(name: string, tags: readonly Tag[]): readonly (readonly [Tag, Operation])[] {
  const reference = `"#/components/schemas/${name}"`;
  return tags.flatMap((tag) =>
    tag.operations
      .filter(({ bodies, answers }) => {
        const contents = [...bodies, ...answers.map(({ content }) => content)];
        return contents.some((content) =>
          JSON.stringify(content?.schema ?? {}).includes(reference),
        );
      })
      .map((operation) => [tag, operation] as const),
  );
}
