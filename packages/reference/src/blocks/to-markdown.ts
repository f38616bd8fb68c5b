import type { Member } from '../document/members.ts';
import type { ToAddress } from './markdown-text.ts';
import type { Block, Heading, Sample, Table } from './model.ts';

/**
 * Renders a page as Markdown, for assistants.
 * @param toAddress resolves a link; undefined leaves only its text
 */
export function blocksToMarkdown(blocks: readonly Block[], toAddress: ToAddress): string {
  return withLinks(toMarkdown(blocks), toAddress);
}

/** Text in code is not a link. */
function withLinks(text: string, toAddress: ToAddress): string {
  return text.replaceAll(
    /^```[\s\S]*?^```|`[^`\n]*`|\[((?:`[^`\n]*`|[^[\]`])*)\]\(([^()\s]+)\)/gm,
    (whole, words: string | undefined, href: string | undefined) => {
      if (words === undefined || href === undefined) return whole;
      const address = toAddress(href);
      return address === undefined ? words : `[${words}](${address})`;
    },
  );
}

function toMarkdown(blocks: readonly Block[]): string {
  const parts = blocks.map(toText).filter((part) => part !== '');
  return `${parts.join('\n\n')}\n`;
}

function toText(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return headingLine(block);
    case 'prose':
      return block.markdown.trim();
    case 'endpoint':
      return `\`${block.method} ${block.path}\``;
    case 'facts':
      return block.rows.map(([word, what]) => `- ${word}: ${what}`).join('\n');
    case 'members':
      return block.members.map((member) => memberLines(member, '')).join('\n');
    case 'samples':
      return block.samples.map((sample) => sampleText(sample, block.samples.length)).join('\n\n');
    case 'table':
      return tableText(block);
    case 'cards':
      return block.cards
        .map(({ title, path, markdown }) => `- [${title}](${path}): ${oneLine(markdown)}`)
        .join('\n');
    case 'columns':
      return toMarkdown([...block.said, ...block.shown]).trim();
    case 'section':
      return toMarkdown([block.heading, ...block.blocks]).trim();
    case 'trial':
      return '';
  }
}

function headingLine({ level, text }: Heading): string {
  return `${'#'.repeat(level)} ${text}`;
}

function memberLines(member: Member, indent: string): string {
  const { name, type, isRequired, isDeprecated, description, notes, members } = member;
  const words = [
    type,
    ...(isRequired ? ['required'] : []),
    ...(isDeprecated ? ['deprecated'] : []),
  ];
  const said = oneLine(description);
  const more = [said, notes.join('; ')].filter((part) => part !== '').join(' — ');
  const line = `${indent}- \`${name}\` (${words.join(', ')})${more ? `: ${more}` : ''}`;
  return [line, ...members.map((each) => memberLines(each, `${indent}  `))].join('\n');
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, ' ');
}

function sampleText({ language, fence, text }: Sample, count: number): string {
  const runs = text.match(/`{3,}/g) ?? [];
  const marks = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  const block = `${marks}${fence}\n${text.replace(/\n$/, '')}\n${marks}`;
  return count === 1 ? block : `${language}:\n\n${block}`;
}

function tableText({ head, rows }: Table): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
