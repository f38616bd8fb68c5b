import { createHash } from 'node:crypto';

export const STYLE = `
body { margin: 0; background: #f4f4f1; color: #1c1c1a; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 3rem auto; padding: 2rem; background: #fff;
  border: 1px solid #ddd; border-radius: .5rem; }
h1 { margin: 0 0 1rem; font-size: 1.4rem; }
.amount { font-size: 2rem; font-weight: 600; }
.alert { padding: .75rem; border-left: .25rem solid #b3261e; background: #fceeee; }
label { display: block; margin-top: 1rem; }
input { box-sizing: border-box; width: 100%; padding: .6rem; border: 1px solid #777;
  border-radius: .25rem; font: inherit; }
input[aria-invalid="true"] { border-color: #b3261e; }
.error { color: #b3261e; }
button { width: 100%; margin-top: 1.5rem; padding: .75rem; border: 0; border-radius: .25rem;
  background: #1b4d3e; color: #fff; font: inherit; font-weight: 600; }
dt { color: #666; } dd { margin: 0 0 .5rem; overflow-wrap: anywhere; }
`;

/** Allows this style sheet, and no other, in a content security policy. */
export const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;
