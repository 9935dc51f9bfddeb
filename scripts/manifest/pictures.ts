import { pngSize } from '../icons/png';
import { childrenNamed, type Element, titleOf, withDescendants } from './element';
import { resourcesOn } from './resources';

/** A file by its path at the add-in's address, e.g. "/assets/desk-16.png", or nothing. */
export type ServedFile = (path: string) => Buffer | undefined;

const COMMAND_SIZES_PX = ['16', '32', '80'];
/** What Excel's add-in dialog wants, plain and on dense screens. */
const PRODUCT_SIZES_PX: Readonly<Record<string, string>> = { IconUrl: '32', HighResolutionIconUrl: '64' };

/** Icons that are no PNG of the stated size, and commands that lack one of the three sizes. */
export function pictureFindings(manifest: Element, served: ServedFile): string[] {
  const images = resourcesOn(manifest, 'bt:Images');
  const product = Object.entries(PRODUCT_SIZES_PX).flatMap(([name, size]) => {
    const url = childrenNamed(manifest, name)[0]?.attributes.DefaultValue;
    return url === undefined ? [] : badPicture(url, size, served);
  });
  const icons = withDescendants(manifest).filter(({ name }) => name === 'Icon');
  const commands = icons.flatMap((icon) =>
    icon.children.flatMap(({ attributes: { size = '', resid = '' } }) => {
      const url = images.get(resid);
      return url === undefined ? [] : badPicture(url, size, served);
    }),
  );
  return [...new Set([...product, ...commands]), ...icons.flatMap(missingSizes)];
}

function badPicture(url: string, size: string, served: ServedFile): string[] {
  const file = URL.canParse(url) ? served(new URL(url).pathname) : undefined;
  if (!file) return [`There is no file for the icon ${url}.`];
  const found = pngSize(file);
  if (!found) return [`The icon ${url} is not a PNG.`];
  const { widthPx, heightPx } = found;
  const fits = String(widthPx) === size && String(heightPx) === size;
  return fits ? [] : [`The icon ${url} is ${widthPx} × ${heightPx} pixels, not ${size} × ${size}.`];
}

const missingSizes = (icon: Element): string[] =>
  COMMAND_SIZES_PX.filter((size) => !icon.children.some(({ attributes }) => attributes.size === size)).map(
    (size) => `${titleOf(icon)} lacks the size ${size}.`,
  );
