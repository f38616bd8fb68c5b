/** Content security policy: only our own script and style, and text never becomes markup. */
export const policy: readonly string[] = [
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];
