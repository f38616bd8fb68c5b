/** What a Florin is run for: to be tried out, or for customers and their money. */
export const modes = ['development', 'production'] as const;
export type Mode = (typeof modes)[number];

/** Whom `npm start` makes the administrator while it is tried out; anybody can read it here. */
export const DEFAULT_ADMIN = {
  email: 'admin@florin.local',
  password: 'florin-admin-pass',
} as const;
