import { eventually } from '@florin/testing';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { baseUrl } from '../api.ts';
import { describeInBrowser } from './describe-in-browser.ts';
import { type Visit, visits } from './form-visits.ts';
import { openTab } from './open-browser.ts';
import { readPageRoutes, routeOf } from './page-routes.ts';
import { type Form, firstRequestOf, formsOf, leadsAway, submitForm } from './submit-form.ts';

/** The console's script sends all of its actions; see `console-actions.test.ts`. */
const isConsole = (template: string) => template.startsWith('/console');

const routes = readPageRoutes().filter(({ template }) => !isConsole(template));
/** Method and template of each opened or sent route; forms by page and fields. */
const reached = new Set<string>();
const sent = new Set<string>();

/** The route of the open page; undefined for a foreign page. */
function currentRoute(page: Page): string | undefined {
  if (!page.url().startsWith(`${baseUrl()}/`)) return undefined;
  const route = routeOf(routes, 'GET', page.url()) ?? routeOf(routes, 'POST', page.url());
  if (route) reached.add(`GET ${route.template}`);
  return route?.template;
}

/** Forms of the open page that were not sent yet. */
async function unsentForms(page: Page): Promise<readonly (Form & { readonly key: string })[]> {
  const template = currentRoute(page);
  if (template === undefined) return [];
  const forms = await formsOf(page);
  return forms
    .map((form) => ({ ...form, key: `${template} ${form.signature}` }))
    .filter(({ key }) => !sent.has(key));
}

/** Sends a form that was not sent yet, then a form of the answer, and so on. */
async function sendOneByOne(page: Page, autofill: Visit['autofill'] = {}): Promise<void> {
  for (let [form] = await unsentForms(page); form; [form] = await unsentForms(page)) {
    sent.add(form.key);
    await send(page, form, autofill);
  }
}

async function send(page: Page, form: Form, autofill: Visit['autofill'] = {}): Promise<void> {
  const answer = await submitForm(page, form, autofill);
  const { method, url } = firstRequestOf(answer);
  reached.add(`${method} ${routeOf(routes, method, url)?.template}`);
  // A page that waits for its processor reloads by itself, which interrupts reading.
  const alerts = await eventually(() => page.locator('[role=alert]').allTextContents());
  expect([answer.status(), alerts, page.url()], form.signature).toEqual([
    leadsAway(answer) ? 303 : 200,
    [],
    expect.not.stringContaining('done=refused'),
  ]);
}

describeInBrowser('every form of every page', (browser) => {
  it.each(Object.entries(visits))('accepts what a browser sends: %s', async (_, visit) => {
    // The first form leaves the page: another visitor sends the next one.
    for (let isDone = false; !isDone; ) {
      const { url, autofill, goesThrough } = await visit();
      const { pathname, search } = new URL(url, baseUrl());
      const { page } = await openTab(browser(), { locale: 'en' });
      const answer = await page.goto(baseUrl() + pathname + search);
      expect(answer?.status()).toBe(200);
      const [first] = await formsOf(page);
      if (goesThrough && first) await send(page, first, autofill);
      const shown = await unsentForms(page);
      await sendOneByOne(page, autofill);
      isDone = shown.every(({ key }) => sent.has(key));
      await page.context().close();
    }
  });

  it('was sent to each route that accepts one, and each page was opened', () => {
    const wanted = routes
      .filter(({ template }) => template !== '/auth/once/{token}')
      .map(({ method, template }) => `${method} ${template}`);
    expect(wanted.filter((one) => !reached.has(one))).toEqual([]);
    expect(wanted.filter((one) => one.startsWith('POST '))).not.toEqual([]);
    process.stderr.write(`${sent.size} forms:\n  ${[...sent].join('\n  ')}\n`);
  });
});
