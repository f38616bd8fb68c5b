import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds in the way of people with disabilities, at any level of gravity. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  // Through the debugger: the page's own policy would not let a script in.
  await page.evaluate(axe.source);
  // Telling of what passes, too, takes longer than looking.
  const found = await page.evaluate("axe.run(document, { resultTypes: ['violations'] })");
  const { violations } = found as { violations: { id: string; impact: string; help: string }[] };
  return violations.map(({ id, impact, help }) => `${impact}: ${id}: ${help}`);
}
