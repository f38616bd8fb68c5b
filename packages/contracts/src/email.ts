import { domainToASCII } from 'node:url';

/** RFC 5321 section 4.5.3.1: with both limits kept, a path in `<…>` has at most 256 octets. */
/** RFC 5321 section 4.5.3.1.3: a path has 256 characters, two of them brackets. */
export const EMAIL_LENGTH_MAX = 254;
const LOCAL_LENGTH_MAX = 64;

/** Control, format and unassigned characters, separators, and what is not drawn at all. */
const unseen = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
/** An RFC 5322 dot-atom. Quoted local parts are legal but nobody can receive mail at one. */
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
/** ASCII in a domain that its conversion would decode, cut off or read as part of a URL. */
const notInDomains = /[^\p{L}\p{M}\p{N}.\u3002-]/u;
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/**
 * The canonical form of an email address, by which addresses are compared and stored; undefined
 * when the text is none. Parsing a canonical form again gives the same.
 */
export function parseEmail(text: string): string | undefined {
  const trimmed = text.replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
  // Punycode is never shorter than what it stands for, so the length can be bounded up front.
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
  // What ends in digits is an IPv4 address, in whatever notation it was written.
  return isSound && !/^\d+$/.test(labels.at(-1) ?? '') ? ascii : undefined;
}
