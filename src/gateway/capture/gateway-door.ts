import type { Readable } from 'node:stream';
import { Agent } from 'undici';
import * as z from 'zod/mini';
import {
  CAPTURE_ESTIMATE_PATH,
  CaptureAnswer,
  CAPTURES_PATH,
  CapturesAnswer,
  captureStepPath,
  EstimateAnswer,
  TRADE_FILE_PATH,
  tradesQuery,
  type CaptureStep,
  type TradeFileStyle,
} from '../../contract/desk/captures';
import { FailureAnswer, HEALTH_PATH, SESSION_PATH, SessionAnswer } from '../../contract/desk/http';
import type { Capture, CaptureEstimate, CaptureId, CaptureWanted } from '../../domain/capture';
import { failed, success, type Failure, type Outcome } from '../../domain/failure';

const ANSWER_MS_MAX = 30_000;
const Health = z.object({ status: z.string(), signedIn: z.boolean() });

/** A gateway over its own interface on this machine, as a program uses it that is no page. */
export class GatewayDoor {
  // No secret goes this way, and what answers on this machine gives the token itself: its certificate proves nothing more.
  private readonly agent = new Agent({ connect: { rejectUnauthorized: false } });
  private token: string | undefined;

  constructor(private readonly url: string) {}

  /** Whether it is a gateway that answers there. */
  async isThere(): Promise<boolean> {
    const answer = await this.exchange('GET', HEALTH_PATH);
    return answer.ok && Health.safeParse(answer.value).success;
  }

  captures(): Promise<Outcome<CapturesAnswer>> {
    return this.asked('GET', CAPTURES_PATH, CapturesAnswer);
  }

  async estimate(wanted: CaptureWanted): Promise<Outcome<CaptureEstimate>> {
    const answer = await this.asked('POST', CAPTURE_ESTIMATE_PATH, EstimateAnswer, { wanted });
    return answer.ok ? success(answer.value.estimate) : answer;
  }

  async start(id: CaptureId, wanted: CaptureWanted): Promise<Outcome<Capture>> {
    return captureIn(await this.asked('POST', CAPTURES_PATH, CaptureAnswer, { id, wanted }));
  }

  async step(id: CaptureId, step: CaptureStep): Promise<Outcome<Capture>> {
    return captureIn(await this.asked('POST', captureStepPath(id, step), CaptureAnswer, {}));
  }

  /** The file as it comes; the stream breaks where the gateway could not give it out to its end. */
  async file(wanted: CaptureWanted, style: TradeFileStyle): Promise<Outcome<Readable>> {
    const token = await this.session();
    if (!token.ok) return token;
    try {
      const answer = await this.agent.request({
        origin: this.url,
        path: `${TRADE_FILE_PATH}?${tradesQuery(wanted, style)}`,
        method: 'GET',
        headers: { authorization: `Bearer ${token.value}` },
      });
      if (answer.statusCode === 200) return success(answer.body);
      return failed(refusalIn(await answer.body.json()) ?? NO_ANSWER);
    } catch {
      return failed(NO_ANSWER);
    }
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private async asked<S extends z.core.$ZodType>(
    method: 'GET' | 'POST',
    path: string,
    schema: S,
    body?: object,
  ): Promise<Outcome<z.infer<S>>> {
    const token = await this.session();
    if (!token.ok) return token;
    const answer = await this.exchange(method, path, { body, token: token.value });
    if (!answer.ok) return answer;
    const refusal = refusalIn(answer.value);
    if (refusal) return failed(refusal);
    const parsed = z.safeParse(schema, answer.value);
    return parsed.success ? success(parsed.data) : failed(NO_ANSWER);
  }

  private async session(): Promise<Outcome<string>> {
    if (this.token !== undefined) return success(this.token);
    const answer = await this.exchange('POST', SESSION_PATH, { body: {} });
    const session = SessionAnswer.safeParse(answer.ok ? answer.value : undefined);
    if (!session.success) return failed(NO_ANSWER);
    this.token = session.data.token;
    return success(this.token);
  }

  private async exchange(
    method: 'GET' | 'POST',
    path: string,
    { body, token }: { body?: object | undefined; token?: string } = {},
  ): Promise<Outcome<unknown>> {
    try {
      const answer = await this.agent.request({
        origin: this.url,
        path,
        method,
        headersTimeout: ANSWER_MS_MAX,
        bodyTimeout: ANSWER_MS_MAX,
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const read: unknown = await answer.body.json();
      return success(read);
    } catch {
      return failed(NO_ANSWER);
    }
  }
}

const captureIn = (answer: Outcome<z.infer<typeof CaptureAnswer>>): Outcome<Capture> =>
  answer.ok ? success(answer.value.capture) : answer;

const refusalIn = (body: unknown): Failure | undefined => FailureAnswer.safeParse(body).data?.failure;

const NO_ANSWER: Failure = {
  kind: 'unavailable',
  message: 'The gateway does not answer as this version of SpreadDesk does.',
  next: 'Check that it runs and is of the same version, then run this again: nothing that was fetched is lost.',
};
