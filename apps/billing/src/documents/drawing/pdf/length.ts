import type { DrawOrder } from './worker.ts';

/** Documents of this length take less than half a second in any script. */
const SHORT_CHARACTERS_MAX = 4_000;
/** Length of a line's amounts and dates, in characters. */
const LINE_CHARACTERS = 40;

/** Whether a document is quick to draw, estimated from its text. */
export function isShort(order: DrawOrder): boolean {
  if ('statement' in order) {
    const { movements } = order.statement;
    const texts = movements.map(({ text }) => text);
    return movements.length * LINE_CHARACTERS + lengthOf(texts) <= SHORT_CHARACTERS_MAX;
  }
  const { lines, memo, seller } = order.document;
  const texts = [...lines.map(({ name }) => name), memo, seller.footer];
  return lines.length * LINE_CHARACTERS + lengthOf(texts) <= SHORT_CHARACTERS_MAX;
}

function lengthOf(texts: readonly (string | null | undefined)[]): number {
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
}
