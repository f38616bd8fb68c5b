/** What a page may do: our own script and style alone, nothing of others, and no text becomes markup. */
export const policy: readonly string[] = [
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];
