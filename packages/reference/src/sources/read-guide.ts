import type { Guide } from './model.ts';

/**
 * Parses a guide: `# Title`, then a paragraph that describes it.
 * @throws Error if the file starts differently.
 */
export function readGuide(name: string, file: string): Guide {
  const [first = '', ...rest] = file.trim().split('\n');
  if (!first.startsWith('# ')) throw new Error(`${name}.md does not begin with "# Title"`);
  const body = rest.join('\n').trim();
  const end = body.indexOf('\n\n');
  const description = end === -1 ? body : body.slice(0, end);
  const isParagraph = /^[^\s#|`>-]/.test(description);
  return {
    name,
    title: first.slice(2).trim(),
    description: isParagraph ? description : '',
    text: isParagraph ? body.slice(description.length).trim() : body,
  };
}
