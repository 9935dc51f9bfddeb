import { openChromium, type OpenPage } from './chromium';
import { openWebKit } from './webkit';

/** In the engine of the tests that are running: Chromium, or WebKit by `npm test -- --webkit`. */
export const openBrowser = (url: string, options: { isFirstDay?: boolean } = {}): Promise<OpenPage> =>
  process.env['BROWSER_ENGINE'] === 'webkit' ? openWebKit(url, options) : openChromium(url, options);
