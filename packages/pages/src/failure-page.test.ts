import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { renderFailure } from './failure-page.ts';

it.each([
  [400, 'en', 'Invalid request'],
  [404, 'de', 'Seite nicht gefunden'],
  [405, 'fr', 'Requête non valide'],
  [413, 'es', 'Solicitud no válida'],
  [429, 'de', 'Bitte warten Sie einen Moment'],
  [503, 'fr', 'Une erreur s’est produite'],
])('shows status %i in %s', (status, language, title) => {
  const page = renderFailure({ status }, `${language};q=0.9, ja`);
  expect(page.status).toBe(status);
  expect(page.text).toContain(`<h1>${title}</h1>`);
  expect(page.text).toContain(`<html lang="${language}">`);
});

it('keeps the headers of the failure, and allows only its own style', () => {
  const headers = { 'Retry-After': '2', 'Cache-Control': 'public' };
  const page = renderFailure({ status: 429, headers }, undefined);
  expect(page.headers).toMatchObject({ 'Retry-After': '2', 'Cache-Control': 'no-store' });
  const [, css = ''] = /<style>(.*)<\/style>/s.exec(page.text) ?? [];
  const digest = createHash('sha256').update(css).digest('base64');
  expect(page.headers['Content-Security-Policy']).toBe(
    `default-src 'none'; img-src data:; style-src 'sha256-${digest}'; base-uri 'none'; frame-ancestors 'none'`,
  );
  expect(page.text).not.toMatch(/<script|src=|href="(?!data:)|url\(/);
});
