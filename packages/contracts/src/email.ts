import { domainToASCII } from 'node:url';

/** RFC 5321 section 4.5.3.1: with both limits kept, a path in `<…>` has at most 256 octets. */
/** RFC 5321 section 4.5.3.1.3: a path has 256 characters, two of them brackets. */
export const EMAIL_LENGTH_MAX = 254;
const LOCAL_LENGTH_MAX = 64;

/** Control, format and unassigned characters, separators, and invisible characters. */
const unseen = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
/** An RFC 5322 dot-atom. Quoted local parts are legal, but mail servers do not accept them. */
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
/** Characters that domain conversion would decode, cut off or read as part of a URL. */
const notInDomains = /[^\p{L}\p{M}\p{N}.\u3002-]/u;
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/**
 * The canonical form of an email address, for comparing and storing; undefined if invalid.
 * Canonicalizing twice gives the same result.
 */
export function parseEmail(text: string): string | undefined {
  const trimmed = text.replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
  // Punycode is never shorter than the text it encodes, so the length can be checked first.
  if (trimmed.length > EMAIL_LENGTH_MAX || unseen.test(trimmed)) return undefined;
  const at = trimmed.lastIndexOf('@');
  const local = trimmed.slice(0, Math.max(at, 0));
  if (local.length > LOCAL_LENGTH_MAX || !localPart.test(local)) return undefined;
  const domain = toCanonicalDomain(trimmed.slice(at + 1));
  if (domain === undefined) return undefined;
  const email = `${local.toLowerCase()}@${domain}`;
  return email.length <= EMAIL_LENGTH_MAX ? email : undefined;
}

function toCanonicalDomain(domain: string): string | undefined {
  if (notInDomains.test(domain)) return undefined;
  const ascii = domainToASCII(domain);
  const labels = ascii.split('.');
  const isSound = labels.length >= 2 && labels.every((part) => label.test(part));
  // URL parsers read a domain that ends in digits as an IPv4 address, in any notation.
  return isSound && !/^\d+$/.test(labels.at(-1) ?? '') ? ascii : undefined;
}
