import axe from 'axe-core';
import type { Page } from 'playwright-core';

/**
 * Accessibility violations that axe finds, at any impact.
 * @param rules `all`, or `structure`: without color contrast, which takes three quarters of the
 * time and follows from styles that a page shares with others
 */
export async function findBarriers(
  page: Page,
  rules: 'all' | 'structure' = 'all',
): Promise<readonly string[]> {
  // Through the debugger, since the page's policy allows no foreign script.
  await page.evaluate(axe.source);
  const options = {
    // Collecting passes takes longer than checking.
    resultTypes: ['violations'],
    rules: { 'color-contrast': { enabled: rules === 'all' } },
  };
  const found = await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`);
  const { violations } = found as { violations: { id: string; impact: string; help: string }[] };
  return violations.map(({ id, impact, help }) => `${impact}: ${id}: ${help}`);
}
