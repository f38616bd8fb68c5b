import { fetchService } from '@florin/testing';
import { describe, expect, it } from 'vitest';
import { languages } from '../src/texts/languages.ts';
import { openMail } from './mails.ts';
import { newUser } from './people.ts';
import { useIdentity } from './start-identity.ts';
import { logIn, newEmail } from './steps.ts';

const { identity, database } = useIdentity();
const NEW_PASSWORD = 'another battery staple';

async function show(path: string, form?: Record<string, string>, language = 'en') {
  const response = await fetchService(
    'identity',
    identity().httpPort,
    form ? 'POST' : 'GET',
    path,
    {
      headers: {
        'Accept-Language': language,
      },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    },
  );
  return { status: response.status, headers: response.headers, text: await response.text() };
}
const pathOf = ({ url }: { readonly url: string }) => new URL(url).pathname;

async function forgotten() {
  const { email } = await newUser(identity());
  expect((await show('/auth/reset', { email })).text).toContain('Check your inbox');
  const mail = await openMail(identity(), database(), email, 'password_reset');
  return { email, path: pathOf(mail) };
}

describe('a forgotten password', () => {
  it('is replaced on a page', async () => {
    const { email, path } = await forgotten();
    const asked = await show(path);
    expect(asked.text).toContain(email);
    expect(asked.text).toContain('autocomplete="new-password"');
    expect((await show(path, { password: NEW_PASSWORD })).status).toBe(200);
    expect((await logIn(identity(), email, NEW_PASSWORD)).status).toBe(200);
    expect((await show(path)).status).toBe(404);
    expect((await show(path, { password: NEW_PASSWORD })).status).toBe(404);
  });

  it('is requested again if too short', async () => {
    const { path } = await forgotten();
    const refused = await show(path, { password: 'short' });
    expect(refused.text).toContain('role="alert"');
    expect(refused.text).not.toContain('short"');
    expect((await show(path, { password: NEW_PASSWORD })).status).toBe(200);
  });

  it('returns the same page for known and unknown emails', async () => {
    const known = await show('/auth/reset', { email: (await newUser(identity())).email });
    const unknown = await show('/auth/reset', { email: newEmail() });
    expect(unknown.text).toBe(known.text);
    expect((await show('/auth/reset', { email: 'nobody' })).text).toContain('role="alert"');
  });
});

it('an address is confirmed by a button, not by opening the link', async () => {
  const user = await newUser(identity());
  const path = pathOf(await openMail(identity(), database(), user.email));
  for (let times = 0; times < 2; times += 1) expect((await show(path)).text).toContain('Confirm');
  expect((await show(path, {})).text).toContain('Thank you');
  expect((await show(path, {})).status).toBe(404);
});

it('a link for one page is refused on another', async () => {
  const { path } = await forgotten();
  const token = path.split('/').at(-1);
  expect((await show(`/auth/confirm/${token}`)).status).toBe(404);
  expect((await show(`/auth/confirm/${token}`, {})).status).toBe(404);
  const user = await newUser(identity());
  const { token: other } = await openMail(identity(), database(), user.email);
  expect((await show(`/auth/reset/${other}`, { password: NEW_PASSWORD })).status).toBe(404);
  expect((await show(path)).status).toBe(200);
});

it('the pages cannot be framed, cached or indexed, and load and run nothing', async () => {
  const { path } = await forgotten();
  for (const { headers, text } of [await show('/auth/reset'), await show(path)]) {
    expect(headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*frame-ancestors 'none'/,
    );
    expect(headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(text).not.toMatch(/<script|src=/);
  }
});

it.each(Object.entries(languages))('supports %s', async (language, texts) => {
  const { text } = await show('/auth/reset', undefined, language);
  expect(text).toContain(`<html lang="${language}">`);
  expect(text).toContain(texts.forgotten.button);
});
