import { z } from 'zod';

/** Names as in Stripe. */
export const collectionMethods = ['charge_automatically', 'send_invoice'] as const;
export type CollectionMethod = (typeof collectionMethods)[number];

export const daysUntilDue = (owner: string, inherited: string) =>
  z
    .int()
    .nullable()
    .optional()
    .meta({
      description: `Days until sent invoices of ${owner} are due; null for ${inherited}. Absent in old events.`,
      examples: [30],
    });

export const collectionMethod = (owner: string, inherited: string) =>
  z
    .enum(collectionMethods)
    .nullable()
    .optional()
    .describe(
      `How invoices of ${owner} are collected: \`charge_automatically\` or \`send_invoice\`; null for ${inherited}. Absent in old events.`,
    );
