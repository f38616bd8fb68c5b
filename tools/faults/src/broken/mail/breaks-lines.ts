import { renderLetter as soundly } from '../../../../../apps/mail/src/letters/render.ts';

export * from '../../../../../apps/mail/src/letters/render.ts';

/** Puts a name into the subject as it is. */
export const renderLetter: typeof soundly = (texts, kind, facts) => ({
  ...soundly(texts, kind, facts),
  subject: `${facts.account}: ${facts.amount}`,
});
