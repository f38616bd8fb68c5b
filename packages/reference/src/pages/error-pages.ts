import { toPlain } from '../blocks/markdown-text.ts';
import type { Block } from '../blocks/model.ts';
import type { ApiDocument } from '../document/model.ts';
import { code } from '../document/schema-words.ts';
import type { ErrorText } from '../sources/model.ts';
import { operationPath, plainWords } from './api-pages.ts';
import type { Page } from './model.ts';

const INTRODUCTION = `All errors have the same body: \`error\` is one of the codes below, for programs; \`message\` says what is
wrong and what to do about it, for people. The header \`Request-Id\` identifies the request in
Florin’s log.`;

/** A page per error code, and an index. */
export function errorPages(errors: readonly ErrorText[], document: ApiDocument): readonly Page[] {
  return [
    {
      path: '/docs/errors',
      title: 'All errors',
      description: 'Every error code, its status and what to do about it.',
      kind: 'Errors',
      toBlocks: () => [
        { kind: 'heading', level: 1, text: 'All errors' },
        { kind: 'prose', markdown: INTRODUCTION },
        {
          kind: 'table',
          head: ['Code', 'Status', 'Meaning'],
          rows: errors.map(({ code: name, status, text = '' }) => [
            `[${code(name)}](${errorPath(name)})`,
            String(status),
            plainWords(toPlain(firstSentence(text))),
          ]),
        },
      ],
    },
    ...errors.map(
      (error): Page => ({
        path: errorPath(error.code),
        title: error.code,
        description: toPlain(firstSentence(error.text ?? '')) || `The error ${error.code}.`,
        kind: 'Errors',
        toBlocks: () => errorBlocks(error, document),
      }),
    ),
  ];
}

export function errorPath(name: string): string {
  return `/docs/errors/${name}`;
}

/** The first sentence of the first paragraph. */
function firstSentence(text: string): string {
  const [paragraph = ''] = text.split('\n\n');
  const line = paragraph.replaceAll('\n', ' ');
  return /^.*?[.:](?=\s|$)/.exec(line)?.[0] ?? line;
}

function errorBlocks(
  { code: name, status, text }: ErrorText,
  { tags }: ApiDocument,
): readonly Block[] {
  const answers = tags.flatMap((tag) =>
    tag.operations.flatMap((operation) =>
      operation.failures
        .filter((failure) => failure.code === name)
        .map(({ message }) => ({ tag, operation, message })),
    ),
  );
  const [first] = answers;
  const example = first && { error: name, message: first.message };
  return [
    { kind: 'heading', level: 1, text: name },
    { kind: 'facts', rows: [['Status', String(status)]] },
    ...(text === undefined ? [] : [{ kind: 'prose', markdown: text } as const]),
    ...(example === undefined
      ? []
      : [
          {
            kind: 'samples',
            label: 'Example',
            samples: [{ language: 'JSON', fence: 'json', text: JSON.stringify(example, null, 2) }],
          } as const,
          {
            kind: 'heading',
            level: 2,
            id: 'answered-by',
            text: 'Operations with this error',
          } as const,
          {
            kind: 'prose',
            markdown: answers
              .map(
                ({ tag, operation }) =>
                  `- [${plainWords(operation.summary)}](${operationPath(tag, operation)})`,
              )
              .join('\n'),
          } as const,
        ]),
  ];
}
