import { hasExpired, readExpiry, readNumber, summarize } from '@florin/cards';
import { defineRoute, type Html, html, type Route, type TextReply } from '@florin/http-api';
import { baseStyle, inlineStyle, privacy, renderDocument, renderFailure } from '@florin/pages';
import { z } from 'zod';
import type { Db } from '../../schema.ts';
import { outcomeOfTestCard } from './cards.ts';
import { findSetup, keepCard, type TestSetup } from './setups.ts';

const page = z.string().meta({ description: 'An HTML page.' });
const common = {
  path: '/pay/test_cards/{token}',
  token: 'none',
  isInternal: true,
  // 256 bits in base64url; any other form cannot be a link.
  params: z.object({
    token: z
      .string()
      .regex(/^[A-Za-z0-9_-]{43}$/)
      .meta({ description: 'Secret token of the page URL.' }),
  }),
  showError: renderFailure,
} as const;
const style = inlineStyle(baseStyle);

/**
 * The test processor's page for saving a test card, in place of a real processor's hosted page.
 * English only, like the processor.
 */
export function testPageRoutes(db: Db): readonly Route[] {
  return [
    defineRoute({
      ...common,
      method: 'GET',
      operationId: 'showTestCardPage',
      summary: "Show the test processor's page for saving a card",
      description: 'Replaces the hosted page of a real processor, for test accounts.',
      replies: { 200: page },
      errors: ['not_found'],
      async handle({ params, acceptLanguage }) {
        const setup = await findSetup(db, params.token);
        return setup ? render(setup) : renderFailure({ status: 404 }, acceptLanguage);
      },
    }),
    defineRoute({
      ...common,
      method: 'POST',
      operationId: 'saveTestCard',
      summary: 'Save a test card',
      description: 'Accepts the form of that page and saves the test card.',
      body: z.object({
        card_number: z
          .string()
          .max(100)
          .default('')
          .describe('Number of a test card, with or without spaces.'),
        expiry: z.string().max(100).default('').describe('Expiry date: `12/40` or `12/2040`.'),
      }),
      isBodyOptional: true,
      form: {},
      replies: { 303: page },
      errors: ['invalid_request', 'not_found'],
      async handle({ params, body, acceptLanguage }) {
        const setup = await findSetup(db, params.token);
        if (!setup) return renderFailure({ status: 404 }, acceptLanguage);
        if (setup.saved_at === null) {
          const now = Date.now();
          const number = readNumber(body.card_number);
          const expiry = readExpiry(body.expiry, now);
          const isGood = outcomeOfTestCard(number).status === 'succeeded';
          if (!isGood) return render(setup, 'This is no test card that can be saved.');
          if (!expiry || hasExpired(expiry, now)) return render(setup, 'This card has expired.');
          const { month: expMonth, year: expYear } = expiry;
          await keepCard(db, setup.id, { ...summarize(number), expMonth, expYear });
        }
        const headers = { ...privacy, Location: setup.return_url };
        return { status: 303, headers, text: '' };
      },
    }),
  ];
}

function render(setup: TestSetup, fault?: string): TextReply {
  const title = 'Save a test card';
  const isSaved = setup.saved_at !== null;
  const body = html`<main><section class="card"><h1>${title}</h1>
${isSaved ? renderSaved(setup) : renderForm(setup, fault)}
</section></main>
<footer><p class="test">Test processor: no money moves.</p></footer>`;
  const policy = [`style-src ${style.source}`, "form-action 'self' https:"];
  const status = fault === undefined ? 200 : 400;
  return renderDocument({ status, tag: 'en', title, head: style.element, body, policy });
}

function renderSaved({ return_url }: TestSetup): Html {
  return html`<p>The card is saved.</p><p><a href="${return_url}" rel="noreferrer">Go back</a></p>`;
}

function renderForm({ mandate }: TestSetup, fault: string | undefined): Html {
  const notice = fault === undefined ? null : html`<p role="alert"><strong>${fault}</strong></p>`;
  return html`${notice}<form method="post">
<p><label>Card number <input name="card_number" autocomplete="cc-number" inputmode="numeric" required></label></p>
<p><label>Expiry <input name="expiry" autocomplete="cc-exp" placeholder="12/40" required></label></p>
<p dir="auto">${mandate}</p>
<button type="submit">Save</button>
</form>`;
}
