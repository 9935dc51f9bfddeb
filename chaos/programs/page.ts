import WebSocket from 'ws';
import { PROGRAM_ROUTES } from '../../src/contract/desk/programs';
import { pathOf, ROUTES } from '../../src/contract/desk/routes';
import { SOCKET_PATH } from '../../src/contract/desk/socket';
import type { WantedRow } from '../../src/domain/program/wanted';
import { newSession } from '../../simulation/running-gateway';
import type { GatewayLife } from '../campaign/gateway-life';

/** The page of a trader with one program. */
export class ProgramPage {
  private number = 1;
  /** Nothing that it says arrives. */
  isCut = false;

  private constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly line: WebSocket,
    private readonly id: string,
  ) {}

  static async open(gateway: GatewayLife, id: string): Promise<ProgramPage> {
    const token = await newSession(gateway);
    const line = new WebSocket(new URL(SOCKET_PATH, gateway.url.replace('http', 'ws')));
    line.on('error', () => undefined);
    await new Promise((resolve) => line.once('open', resolve));
    line.send(JSON.stringify({ type: 'hello', token }));
    return new ProgramPage(gateway.url, token, line, id);
  }

  start(rows: readonly WantedRow[]): Promise<boolean> {
    const terms = { name: 'Chaos', kind: 'quotes', bounds: {}, accepted: [], shown: 'as shown' };
    return this.post(PROGRAM_ROUTES.start.path, { ...terms, id: this.id, rows, number: this.number });
  }

  say(rows: readonly WantedRow[], armed = true): void {
    this.number += 1;
    if (!this.isCut && this.line.readyState === WebSocket.OPEN)
      this.line.send(JSON.stringify({ type: 'wanted', id: this.id, number: this.number, rows, armed }));
  }

  stop(): Promise<boolean> {
    return this.post(pathOf(PROGRAM_ROUTES.stop, { id: this.id }), {});
  }

  halt(): Promise<boolean> {
    return this.post(ROUTES.halt.path, {});
  }

  withdrawAll(id: string): Promise<boolean> {
    return this.post(ROUTES.withdrawAll.path, { id, actions: [] });
  }

  die(): void {
    this.line.terminate();
  }

  private async post(path: string, body: unknown): Promise<boolean> {
    try {
      const answer = await fetch(new URL(path, this.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${this.token}` },
        body: JSON.stringify(body),
      });
      return answer.ok;
    } catch {
      return false;
    }
  }
}
