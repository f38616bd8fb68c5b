import { AppError } from '@florin/contracts';
import { defineRoute, fileReply, type Route } from '@florin/http-api';
import { z } from 'zod';
import { type LogosDeps, openLogo } from './operations.ts';
import { REENCODE_TIMEOUT_MS } from './reencode.ts';

/** The logo of a seller for mails. */
export function logoRoute(deps: LogosDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/logos/{logo}',
    operationId: 'getLogo',
    isInternal: true,
    summary: 'Retrieve the logo of a seller',
    description: 'Used in mails. The logo of a URL never changes, so clients may cache it.',
    token: 'none',
    mediaType: ['image/png', 'image/jpeg'],
    params: z.object({ logo: z.string().max(64).describe('Hash of the image.') }),
    replies: { 200: fileReply('An image: PNG or JPEG.') },
    errors: ['not_found'],
    timeoutMs: REENCODE_TIMEOUT_MS,
    async handle({ params }) {
      const logo = await openLogo(deps, undefined, params.logo);
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
