// Draws the reference of this Florin, and lets its operations be tried on it.
const here = new URL('.', location.href).href;

Scalar.createApiReference('#reference', {
  url: `${here}docs/openapi.json`,
  servers: [{ url: here.replace(/\/$/, ''), description: 'This Florin' }],
  authentication: { preferredSecurityScheme: 'bearer' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  tagsSorter: 'alpha',
  hideClientButton: true,
  showDeveloperTools: 'never',
  // No requests to other origins.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
});
