import { join } from 'node:path';
import { newEmail } from '@florin/system-kit';
import { logoOf } from '@florin/testing';
import type { Browser } from 'playwright-core';
import type { MessageKind } from '../../apps/mail/src/domain/mail.ts';
import { messageTexts } from '../../apps/mail/src/messages/languages.ts';
import { sampleFacts } from '../../apps/mail/src/messages/sample.ts';
import { writeMessage } from '../../apps/mail/src/messages/write.ts';
import { baseUrl } from '../api.ts';
import { newOwner } from '../contract/people.ts';
import { enrolled } from '../contract/prepare/factors.ts';
import { findLink } from '../mailbox.ts';
import { openTab, PHONE } from './open-browser.ts';

const LANGUAGES = ['en', 'de'] as const;
/** A long name, with a part written from right to left. */
const ACCOUNT = 'Blumenhaus Ada & زهور';
const MAIL = { width: 480, height: 680 };
const COLUMNS = 4;

/** Draws the pages about a user's login, and every mail on one sheet. */
export async function drawPeople(browser: Browser, folder: string): Promise<void> {
  for (const language of LANGUAGES) {
    await drawAuthPages(browser, folder, language);
    await drawMails(browser, folder, language);
  }
}

async function drawAuthPages(browser: Browser, folder: string, locale: 'en' | 'de') {
  const colorScheme = locale === 'de' ? ('dark' as const) : ('light' as const);
  const { page } = await openTab(browser, { viewport: PHONE, locale, colorScheme });
  const draw = (name: string) =>
    page.screenshot({ path: join(folder, `auth-${name}-${locale}.png`), fullPage: true });
  const open = (url: string) =>
    page.goto(new URL(new URL(url, baseUrl()).pathname, baseUrl()).href);
  const { person } = await enrolled();
  await open('/auth/login');
  await draw('login');
  await page.locator('input[name=email]').fill(person.email);
  await page.locator('input[name=password]').fill(person.password);
  await page.locator('button').click();
  await page.locator('input[name=code]').waitFor();
  await draw('second-factor');
  await open('/auth/reset');
  await draw('reset');
  const owner = await newOwner({ name: ACCOUNT, settings: { language: 'en' } });
  const email = newEmail();
  await owner.call('POST', '/v1/invitations', { body: { email, role: 'support' } });
  await open((await findLink(email, /invited/)).url);
  await draw('invitation');
  await open((await findLink(owner.email, /^Welcome/)).url);
  await draw('verification');
  await page.context().close();
}

async function drawMails(browser: Browser, folder: string, language: 'en' | 'de') {
  const texts = messageTexts[language];
  const kinds = Object.keys(texts.kinds) as MessageKind[];
  const frames = kinds.map((kind) => {
    const logoUrl = texts.kinds[kind].reader === 'customer' ? logoOf(48) : null;
    const shown = { account: ACCOUNT, url: 'https://billing.example.com/example', logoUrl };
    const mail = writeMessage({ tag: language, texts }, kind, sampleFacts(kind, shown));
    const markup = mail.html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    return `<iframe width="${MAIL.width}" height="${MAIL.height}" srcdoc="${markup}"></iframe>`;
  });
  const viewport = { width: MAIL.width * COLUMNS, height: MAIL.height };
  const colorScheme = language === 'de' ? ('dark' as const) : ('light' as const);
  const { page } = await openTab(browser, { viewport, colorScheme });
  await page.setContent(
    `<style>:root { color-scheme: light dark; } body { margin: 0; display: flex; flex-wrap: wrap } iframe { border: 0 }</style>${frames.join('')}`,
  );
  await page.screenshot({ path: join(folder, `mails-${language}.png`), fullPage: true });
  await page.context().close();
}
