import { AppError } from '@florin/contracts';
import { defineRoute, html, type Route } from '@florin/http-api';
import { renderDocument, renderFailure } from '@florin/pages';
import { z } from 'zod';
import type { Site } from './bundle.ts';
import { policy } from './policy.ts';

const page = z.string().meta({ description: 'An HTML page.' });

/** Path parameters: screen and object. */
const part = z.string().describe('Section of the console.');

/** Serves one page for every console URL; its script renders the screen. */
export function siteRoutes(site: Site): readonly Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/assets/console/{file}',
      operationId: 'getConsoleFile',
      isInternal: true,
      summary: 'Retrieve a script or style of the console',
      description: 'The content of a URL never changes, so it may be cached for a year.',
      token: 'none',
      mediaType: 'text/javascript',
      params: z.object({ file: z.string().max(100).describe('Name of the file.') }),
      replies: {
        200: z.string().meta({ description: 'A script or a style, compressed with gzip.' }),
      },
      errors: ['not_found'],
      handle({ params }) {
        const file = site.files.get(params.file);
        if (!file) throw new AppError('not_found', 'there is no such file; reload the page');
        return Promise.resolve({
          status: 200,
          headers: {
            'Content-Type': file.mediaType,
            'Content-Encoding': 'gzip',
            'Cache-Control': 'public, max-age=31536000, immutable',
            'X-Content-Type-Options': 'nosniff',
          },
          bytes: file.bytes,
        });
      },
    }),
    consolePage(site, 'showConsole', '/console'),
    consolePage(site, 'showConsoleScreen', '/console/{screen}', { screen: part }),
    consolePage(site, 'showConsoleObject', '/console/{screen}/{object}', {
      screen: part,
      object: part,
    }),
  ];
}

function consolePage(
  site: Site,
  operationId: string,
  path: string,
  params: z.ZodRawShape = {},
): Route {
  return defineRoute({
    method: 'GET',
    path,
    operationId,
    isInternal: true,
    summary: 'Open the console',
    description: 'An HTML page that its script fills in.',
    token: 'none',
    showError: renderFailure,
    params: z.object(params),
    replies: { 200: page },
    errors: [],
    handle() {
      return Promise.resolve(
        renderDocument({
          status: 200,
          tag: 'en',
          title: 'Florin console',
          head: html`<link rel="stylesheet" href="/assets/console/${site.style}">
<script type="module" src="/assets/console/${site.script}"></script>`,
          body: html`<div id="console"><h1>Florin console</h1>
<noscript><p>The console is a program that runs in your browser: allow scripts for this site, or use the API.</p></noscript></div>`,
          policy,
        }),
      );
    },
  });
}
