import { afterEach, expect, it } from 'vitest';
import { NO_LIMITS } from '../../chaos/actions/no-limits';
import { newSession } from '../../simulation/running-gateway';
import { ActionAnswer } from '../../src/contract/desk/answers';
import { pathOf, ROUTES } from '../../src/contract/desk/routes';
import type { ActionBody } from '../../src/domain/action';
import { actionId, PROPOSE, QUOTE } from './twins/actions';
import { singleRequest } from './twins/fake-platform';
import { testGateway, type TestGateway } from './twins/gateway';
import { page } from './twins/page';
import { jsonSender, pairedAs } from './twins/sign-in';

const running: TestGateway[] = [];
afterEach(async () => {
  for (const desk of running.splice(0)) await desk.stop();
});

const asked = (market: string) =>
  singleRequest('RQ-2', { role: 'recipient', legs: [{ action: 'buy', market, quantity: 10 }] });

/** A desk whose one page looks at open requests, and at nothing of its own. */
async function opened() {
  const desk = await testGateway({ signsIn: true, givenLimits: NO_LIMITS });
  running.push(desk);
  const { gateway, service } = desk;
  service.addRequest(asked('DE'), []);
  const send = jsonSender(gateway);
  const key = await pairedAs(gateway, 'Ann');
  const token = await newSession({ url: gateway.url, programKey: key });
  const line = await page(desk, token);
  line.watch({ kind: 'open-requests' });
  await line.value('open-requests');
  const put = async (count: number, body: ActionBody) => {
    const path = pathOf(ROUTES.putAction, { id: actionId(count) });
    const answer = await send('PUT', path, { body, shown: 'as shown' }, token);
    return ActionAnswer.parse(JSON.parse(answer.text)).action;
  };
  return { ...desk, put, line };
}

it('what is pressed for a request as it is listed does not go out on another one', async () => {
  const { service, put } = await opened();
  service.requestsById.set('RQ-2', asked('FR'));
  const { state, failure } = await put(1, QUOTE);
  expect([state, failure?.message]).toEqual([
    'rejected',
    'Request RQ-2 has changed since it was shown: market DE is now FR.',
  ]);
  expect(service.callsOf('sendQuote')).toEqual([]);
});

it('what went out is held against its list when that is read, though nobody looks at what the desk has live', async () => {
  const { service, put, line, journal } = await opened();
  const { quoteId = '' } = await put(1, QUOTE);
  const { proposalId } = await put(2, { ...PROPOSE, proposalKind: 'indicative' });
  service.changeQuote('RQ-2', quoteId, { legs: [{ price: 3.1 }] });
  const others = service.beside('proposals', 'RQ-2');
  service.addBeside('proposals', 'RQ-2', [...others.map((one) => ({ ...one, kind: 'firm' }))]);
  for (const kind of ['quotes', 'proposals']) line.watch({ kind, id: 'RQ-2' });
  const told = () => journal.lines.flatMap(({ contradictions = [] }) => contradictions);
  await line.until(() => (told().length > 1 ? true : undefined));
  expect(told().map(({ says }) => says)).toEqual(
    expect.arrayContaining([
      expect.stringContaining(`The platform lists ${quoteId} as at 3.1; you sent at 31.`),
      expect.stringContaining(`The platform lists ${proposalId} as firm; you sent indicative.`),
    ]),
  );
});
