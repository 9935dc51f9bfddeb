import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

// Codes that a person types, keys that a browser keeps, and what is compared of both.

/** Crockford's letters: none is taken for another one. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 8;
const KEY_BYTES = 32;

/** Eight letters and digits, 40 bits, with a hyphen in the middle. */
export function newCode(): string {
  const letters = [...randomBytes(CODE_LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** As a person may type it: in small letters, without the hyphen, O for 0, I and L for 1. */
export const readCode = (typed: string): string =>
  typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');

export const newKey = (): string => randomBytes(KEY_BYTES).toString('base64url');
export const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
export const isEqual = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other);
