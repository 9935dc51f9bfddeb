import { Pool } from 'undici';
import type { FetchAnswer, FetchInit } from '../../src/client/transport';

/**
 * A page's `fetch` without a browser, by the HTTP client that direct calls are made with: what Node's own `fetch` takes longer
 * is neither the gateway's nor any browser's.
 */
export class PageHttp {
  private readonly pool: Pool;

  constructor(url: string) {
    this.pool = new Pool(new URL(url).origin);
  }

  async fetch(path: string, init: FetchInit): Promise<FetchAnswer> {
    const { statusCode, headers, body } = await this.pool.request({ path, ...init });
    const named = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    return {
      status: statusCode,
      headers: new Headers(named),
      text: () => body.text(),
      blob: async () => new Blob([await body.arrayBuffer()]),
    };
  }

  close(): void {
    void this.pool.destroy();
  }
}
