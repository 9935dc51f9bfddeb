/** Where identifiers and secrets come from. */
export interface Ids {
  /** A random UUID, lower case. */
  uuid(): string;
}

export const systemIds: Ids = {
  uuid: () => crypto.randomUUID?.() ?? uuidOf(crypto.getRandomValues(new Uint8Array(16))),
};

/** Version 4 of RFC 9562, where a browser makes none: on a page that came without https one can still withdraw. */
export function uuidOf(bytes: Uint8Array): string {
  const marked = bytes.map((byte, at) =>
    at === 6 ? (byte & 0x0f) | 0x40 : at === 8 ? (byte & 0x3f) | 0x80 : byte,
  );
  const hex = [...marked].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The same ids in the same order every time, for tests. */
export function countedIds(): Ids {
  let count = 0;
  return { uuid: () => `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}` };
}
