import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';

/** Said with every request, so that no answer comes packed in a way that cannot be unpacked. */
export const ENCODINGS_READ = 'gzip, deflate, br';

type Unpack = (bytes: Buffer, limit: { maxOutputLength: number }) => Promise<Buffer>;

const inflatedZlib: Unpack = promisify(inflate);
const inflatedRaw: Unpack = promisify(inflateRaw);
// "deflate" means zlib's format, but some servers send what is inside it; a zlib header begins with 8 in its low half.
const deflated: Unpack = (bytes, limit) =>
  (((bytes[0] ?? 0) & 15) === 8 ? inflatedZlib : inflatedRaw)(bytes, limit);

const UNPACK: Readonly<Record<string, Unpack>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: deflated,
  br: promisify(brotliDecompress),
};

/** More than this is laid over one body by nobody but an attacker. */
const LAYERS_MAX = 3;

export type BodyText =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      readonly trouble: 'answer-broken' | 'answer-too-large' | 'answer-not-text' | 'answer-encoded';
    };

/** The text of a body, unpacked as its content-encoding says. At no step it grows beyond `bytesMax`. */
export async function bodyText(packed: Buffer, encoding = '', bytesMax: number): Promise<BodyText> {
  const layers = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  if (layers.length > LAYERS_MAX) return { ok: false, trouble: 'answer-encoded' };
  let bytes = packed;
  // The one named last was laid on last. An empty body, as of a 204, is packed in nothing.
  for (const layer of bytes.length === 0 ? [] : layers.reverse()) {
    const unpack = UNPACK[layer];
    if (!unpack) return { ok: false, trouble: 'answer-encoded' };
    try {
      bytes = await unpack(bytes, { maxOutputLength: bytesMax });
    } catch (error) {
      const tooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
      return { ok: false, trouble: tooLarge ? 'answer-too-large' : 'answer-broken' };
    }
  }
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { ok: false, trouble: 'answer-not-text' };
  }
}
