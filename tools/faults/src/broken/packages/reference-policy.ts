/** Lets a page load and run whatever it is given. */
export const policy: readonly string[] = ["script-src * 'unsafe-inline'", 'style-src *'];
