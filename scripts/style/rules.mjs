const OPENERS =
  /(^\s*|[.!?]["'”)*_]*\s+|\n\s*\n\s*|\n\s*(?:[-*]|\d+\.)\s+)["'“(*_]*(What(?:ever)?|Who(?:m|se)?|Of|By|That\s+which|With wh(?:at|om))\b/gi;
/** Adverbs such as "by default" are fine. */
const ADVERBS = /^\s+(?:default|design|convention|contrast|then|now|the time|course)\b/;
const INSTEAD = {
  told: 'reported, published, notified',
  tells: 'reports, notifies, distinguishes',
  'tell of': 'report, publish, notify',
  nobody: 'name the actor, or use “no one”',
  whoever: 'name the actor: client, operator, caller',
  somebody: 'name the actor: customer, user, member',
  anew: 'again, or leave it out',
  'of before': 'earlier, previous',
  'so many': 'name the number or the limit',
  'stands in': 'is in, or replaces',
  'is due to': 'must, will, or because of',
  'it is for': 'say the purpose with a verb',
  'leads to nowhere': 'does not exist',
  'by whatever': 'by any',
};
/** "As it is for the others" is a comparison, not a purpose. */
const WORDS = new RegExp(
  `\\b(?<!\\bas )(?:${Object.keys(INSTEAD).join('|').replaceAll(' ', '\\s+')})\\b`,
  'gi',
);
const COMMENT_LINES_MAX = 2;
const LINK = /\bdecision|docs\/|https?:\/\//i;

/** Hides code, link targets, paths and `${…}` at equal length, so that offsets still give the line. */
const mask = (text) =>
  text.replace(/`[^`\n]+`|\$\{[^}]*\}|\]\([^)\s]+\)|\S*\w\/\w\S*/g, (code) =>
    '·'.repeat(code.length),
  );

/** @param {import('./texts.mjs').Text} text */
export function faultsOf({ line, text: raw, kind }) {
  const text = mask(raw);
  const lineAt = (index) => line + text.slice(0, index).split('\n').length - 1;
  const faults = [];
  if (kind !== 'heading')
    for (const { 0: all, 1: before, 2: opener, index } of text.matchAll(OPENERS)) {
      const start = index + before.length;
      const words = opener.replace(/\s+/g, ' ');
      const isFirst = index === 0 && before.trim() === '';
      if (isOpener(text.slice(index + all.length), words, isFirst))
        faults.push({ line: lineAt(start), words, advice: 'begin with a technical noun' });
    }
  for (const { 0: found, index } of text.matchAll(WORDS)) {
    const words = found.replace(/\s+/g, ' ');
    faults.push({ line: lineAt(index), words, advice: INSTEAD[words.toLowerCase()] });
  }
  const lines = raw.split('\n').filter((part) => /\w/.test(part) && !/^\s*@/.test(part)).length;
  if (kind === 'comment' && lines > COMMENT_LINES_MAX && !LINK.test(raw))
    faults.push({
      line,
      words: `a comment of ${lines} lines`,
      advice: 'say why in two, or link to a decision',
    });
  return faults;
}

/** Questions, and labels of one or two words, are fine. */
function isOpener(rest, words, isFirst) {
  const end = /[.!?](?=["'”)*_]*(?:\s|$))/.exec(rest)?.[0];
  if (end === '?' || ADVERBS.test(rest) || !/\S+\s+\S/.test(rest)) return false;
  return isFirst || /^[A-Z]/.test(words);
}
