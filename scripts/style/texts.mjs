/** @typedef {{ line: number, text: string, kind: 'prose' | 'heading' | 'comment' }} Text */

/** Strings and regular expressions are tokens too, because they can contain `//`. */
const TOKENS =
  /(?<block>\/\*[\s\S]*?\*\/)|(?<line>\/\/.*)|(?<string>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`)|(?<=[(,=:[!&|?{};>]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\//g;

/** Code that precedes the string of a description, a help text or an error. */
const READ_BY_PEOPLE =
  /(?:\b(?:summary|description|help|message|usage)['"]?\s*[:=]|\.(?:describe|meta)\(|(?:\b(?:\w*Error|refuse|gauge|counter|histogram)|stderr\.write)\([^()]*)\s*$/i;
const CONTEXT_CHARS = 160;

/** @returns {Text[]} */
export function textsOf(path, source) {
  if (path.endsWith('.md')) return textsOfMarkdown(source);
  if (/\.(?:ya?ml|conf|py|sh)$|(?:^|\/)Dockerfile$/.test(path)) return textsOfSettings(source);
  const texts = textsOfCode(source);
  // Comments of these are reference texts, which may be longer.
  return /\.(?:proto|go)$/.test(path) ? texts.map((text) => ({ ...text, kind: 'prose' })) : texts;
}

/** Comments that begin with `#`, and the summaries of alerts. */
function textsOfSettings(source) {
  /** @type {Text[]} */
  const texts = [];
  let isComment = false;
  for (const [index, raw] of source.split('\n').entries()) {
    const [, comment] = /^\s*#+:?(?:\s+(.*))?$/.exec(raw) ?? [];
    const text = comment ?? /(?:\s#\s|^\s*(?:summary|description):)(.*)$/.exec(raw)?.[1];
    if (isComment && comment !== undefined) texts.at(-1).text += `\n${comment}`;
    else if (text !== undefined) texts.push({ line: index + 1, text, kind: 'prose' });
    isComment = comment !== undefined;
  }
  return texts;
}

function textsOfCode(source) {
  /** @type {Text[]} */
  const texts = [];
  let line = 1;
  let from = 0;
  let previous = { kind: '', end: 0 };
  for (const { 0: token, index, groups } of source.matchAll(TOKENS)) {
    line += source.slice(from, index).split('\n').length - 1;
    from = index;
    const kind = groups.block ? 'block' : groups.line ? 'line' : 'string';
    const between = source.slice(previous.end, index);
    const last = texts.at(-1);
    let isRead = kind !== 'string';
    if (kind === 'line' && previous.kind === 'line' && /^\n[ \t]*$/.test(between)) {
      last.text += `\n${token.slice(2)}`;
    } else if (kind === 'string' && previous.kind === 'string' && /^\s*\+\s*$/.test(between)) {
      last.text += between.replace('+', ' ') + token.slice(1, -1);
      isRead = true;
    } else if (kind === 'block') {
      const body = token.slice(2, -2).replace(/^[ \t]*\*+/gm, '');
      texts.push({ line, text: body, kind: 'comment' });
    } else if (kind === 'line') {
      texts.push({ line, text: token.slice(2), kind: 'comment' });
    } else if (
      groups.string &&
      READ_BY_PEOPLE.test(source.slice(Math.max(0, index - CONTEXT_CHARS), index))
    ) {
      texts.push({ line, text: token.slice(1, -1), kind: 'prose' });
      isRead = true;
    }
    previous = { kind: isRead ? kind : '', end: index + token.length };
  }
  return texts;
}

function textsOfMarkdown(source) {
  /** @type {Text[]} */
  const texts = [];
  /** @type {Text | undefined} */
  let open;
  let isCode = false;
  const lines = source.split('\n');
  for (const [index, raw] of lines.entries()) {
    const line = index + 1;
    const [, marker = '', rest = ''] = /^([\s>]*(?:[-*+]\s|\d+\.\s)?)(.*)$/.exec(raw) ?? [];
    const isFence = /^\s*(?:>\s*)?(?:```|~~~)/.test(raw);
    if (isFence) isCode = !isCode;
    if (isCode || isFence || rest === '') open = undefined;
    else if (rest.startsWith('#')) {
      open = undefined;
      texts.push({ line, text: rest.replace(/^#+\s*/, ''), kind: 'heading' });
    } else if (rest.startsWith('|')) {
      open = undefined;
      const kind = /^[\s|:-]+$/.test(lines[index + 1] ?? '.') ? 'heading' : 'prose';
      for (const cell of rest.split(/(?<!\\)\|/)) texts.push({ line, text: cell.trim(), kind });
    } else if (open && !/\S/.test(marker.replaceAll('>', ''))) open.text += `\n${rest}`;
    else {
      open = { line, text: rest, kind: 'prose' };
      texts.push(open);
    }
  }
  return texts;
}
