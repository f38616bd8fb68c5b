import { AppError } from '@florin/contracts';
import { defineRoute, type Route } from '@florin/http-api';
import { z } from 'zod';
import type { PartiesDeps } from './operations.ts';
import { findAnyLogo } from './queries.ts';

/** The logo of a seller, as mails show it: what is behind an address never changes. */
export function logoRoute({ db }: PartiesDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/logos/{logo}',
    operationId: 'getLogo',
    isInternal: true,
    summary: 'The logo of a seller, as mails show it',
    description: 'What is behind an address never changes, so that it may be kept.',
    token: 'none',
    mediaType: 'image/png',
    params: z.object({ logo: z.string().max(64).describe('Which picture, by its hash.') }),
    replies: { 200: z.string().meta({ description: 'A picture: PNG or JPEG.' }) },
    errors: ['not_found'],
    async handle({ params }) {
      const logo = await findAnyLogo(db, params.logo);
      if (!logo) throw new AppError('not_found', 'there is no such logo');
      return {
        status: 200,
        headers: {
          'Content-Type': logo.mediaType,
          'Cache-Control': 'public, max-age=31536000, immutable',
          'X-Content-Type-Options': 'nosniff',
        },
        bytes: logo.bytes,
      };
    },
  });
}
