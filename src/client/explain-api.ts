import { FailureAnswer, SOURCES_MAX, SOURCES_PATH, SourcesAnswer } from '../contract/desk/http';
import { failed, success, type Failure, type Outcome } from '../domain/failure';
import { resourceKey, type Resource, type ResourceKey, type Source } from '../domain/resources/resource';
import type { Clock } from '../effects/clock';
import { exchange, type SessionToken } from './http';
import type { Transport } from './transport';

const EXPLAIN_DEADLINE_MS = 10_000;

interface ExplainingParts {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly token: SessionToken;
}

const NO_ANSWER: Failure = {
  kind: 'unavailable',
  message: 'The SpreadDesk gateway did not say where this comes from.',
  next: 'Check that it is running, then look again.',
};

/** Asks the gateway for the sources of these, each once, as many questions as it takes. It only reads, so a refused session is asked again. */
export async function explain(
  parts: ExplainingParts,
  resources: readonly Resource[],
): Promise<Outcome<readonly Source[]>> {
  const keys = [...new Set(resources.map(resourceKey))];
  const sources: Source[] = [];
  for (let from = 0; from < keys.length; from += SOURCES_MAX) {
    const some = keys.slice(from, from + SOURCES_MAX);
    const first = await post(parts, some);
    const outcome = 'refused' in first ? await post(parts, some) : first;
    if ('refused' in outcome) return failed(NO_ANSWER);
    if (!outcome.ok) return outcome;
    sources.push(...outcome.value);
  }
  return success(sources);
}

async function post(
  parts: ExplainingParts,
  keys: readonly ResourceKey[],
): Promise<Outcome<readonly Source[]> | { refused: true }> {
  const token = await parts.token.current();
  if (!token.ok) return failed(NO_ANSWER);
  const answer = await exchange(parts, SOURCES_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token.value}` },
    body: JSON.stringify({ keys }),
    deadlineMs: EXPLAIN_DEADLINE_MS,
  });
  if (answer?.status === 401) {
    await parts.token.refused(token.value);
    return { refused: true };
  }
  const refusal = FailureAnswer.safeParse(answer?.body);
  if (refusal.success) return failed(refusal.data.failure);
  const told = SourcesAnswer.safeParse(answer?.body);
  return told.success ? success(told.data.sources) : failed(NO_ANSWER);
}
