import { z } from 'zod';
import { accountId, createdAt, livemode, metadata, objectOf, ownId, updatedAt } from './members.ts';

export const supplies = ['services', 'goods'] as const;

export const productSchema = z
  .object({
    id: ownId('product', 'product'),
    object: objectOf('product'),
    livemode,
    account_id: accountId,
    name: z.string().meta({ description: 'Name of the product.', examples: ['Team seat'] }),
    description: z.string().nullable().describe('Description for your team; null if none.'),
    unit_label: z
      .string()
      .nullable()
      .meta({ description: 'Name of one unit; null if none.', examples: ['seat'] }),
    tax_class: z.string().meta({
      description: 'Tax class: `standard` by default. Never changes.',
      examples: ['standard'],
    }),
    supply: z
      .enum(supplies)
      .describe(
        'Whether it is a service or goods, which decides the place of taxation. Never changes.',
      ),
    active: z
      .boolean()
      .describe('Whether its prices can be sold. Running subscriptions continue either way.'),
    metadata,
    created_at: createdAt,
    updated_at: updatedAt,
  })
  .meta({
    id: 'Product',
    description: 'Goods or a service that an account sells, at one or more prices.',
  });

export type ProductResource = z.output<typeof productSchema>;

export const deletedProductSchema = productSchema
  .extend({ deleted: z.literal(true).describe('Always true.') })
  .meta({ id: 'DeletedProduct', description: 'The last state of a deleted product.' });
