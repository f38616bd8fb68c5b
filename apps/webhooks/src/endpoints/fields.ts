import { flagField } from '@florin/http-api';
import { z } from 'zod';
import { typeField } from '../events/fields.ts';

/** Rules for endpoints that an operator can configure. */
export interface Rules {
  /** Whether endpoints may have any address, even an internal one, and no TLS. */
  readonly allowsPrivate: boolean;
  /** Allowed ports of endpoints; undefined for any. */
  readonly ports?: ReadonlySet<number> | undefined;
}

const URL_LENGTH_MAX = 2_048;
const TYPES_MAX = 100;

/** Endpoint URL, converted to its canonical form. */
export function urlField({ allowsPrivate, ports }: Rules) {
  const message = allowsPrivate
    ? 'must be an http or https URL without user and password'
    : 'must be an https URL without user and password';
  const protocols = allowsPrivate ? ['http:', 'https:'] : ['https:'];
  return z
    .string({ error: message })
    .meta({
      description: `URL that events are sent to by POST: ${allowsPrivate ? 'an http or https' : 'an https'} URL without user and password.`,
      ...{ examples: ['https://shop.example/florin-events'], format: 'uri' },
    })
    .max(URL_LENGTH_MAX, `must have at most ${URL_LENGTH_MAX} characters`)
    .transform((text, context) => {
      const url = URL.parse(text);
      if (url && protocols.includes(url.protocol) && url.username === '' && url.password === '')
        return url.href;
      context.issues.push({ code: 'custom', input: text, message });
      return z.NEVER;
    })
    .refine((href) => ports?.has(portOf(href)) ?? true, {
      error: `must use port ${[...(ports ?? [])].join(' or ')}`,
    });
}

/** Port of a URL, which omits its protocol's default. */
function portOf(href: string): number {
  const { port, protocol } = new URL(href);
  return Number(port || (protocol === 'https:' ? 443 : 80));
}

export const eventTypesField = z
  .array(typeField, { error: 'must be a list of event types' })
  .min(1, 'must name at least one type, or *')
  .max(TYPES_MAX, `must have at most ${TYPES_MAX} types`)
  .meta({
    description:
      'Event types to send: types of the catalog, all types of a resource (`payment.*`), or all types (`*`, the default).',
    examples: [['invoice.paid', 'payment.*']],
  })
  .transform((types): readonly string[] => [...new Set(types)]);

export const statusField = z
  .enum(['enabled', 'disabled'], {
    error: 'must be enabled or disabled',
  })
  .meta({ description: 'Whether events are sent to the endpoint.' });

export const failingField = flagField.meta({
  description:
    'Only endpoints that do not receive events: the last attempt failed (`failing_since`), or the endpoint is disabled. `false` selects all others.',
});
