import { expect, it } from 'vitest';
import { ASK, deskAtSimulator, failure, value } from './desk-at-simulator';

const NOT_KNOWN = 'The connection to the platform broke before the answer. It is not known whether';
const stateOf = (risks: Record<string, unknown>[], commodity: string) =>
  risks.find((risk) => risk['commodity'] === commodity);

it('lists risk management by commodity, switches it off and on, and reads it back', async () => {
  const { service } = await deskAtSimulator();
  const states = async () =>
    Object.fromEntries(value(await service.risks(ASK)).records.map(({ commodity, on }) => [commodity, on]));
  expect(await states()).toEqual({ power: true, gas: true, goo: true });
  expect(value(await service.toggleRisk({ commodity: 'gas', on: false }))).toEqual({
    commodity: 'gas',
    on: false,
  });
  expect(await states()).toEqual({ power: true, gas: false, goo: true });
  value(await service.toggleRisk({ commodity: 'gas', on: true }));
  expect(await states()).toEqual({ power: true, gas: true, goo: true });
});

it('reads the settings of a commodity and writes them back with their keys and types', async () => {
  const { service, truth } = await deskAtSimulator();
  const settings = value(await service.riskSettings('power', ASK));
  expect(settings).toEqual({
    'quantity-max': 50,
    'price-deviation-percent-max': 7.5,
    'price-min': -500,
    'block-negative-prices': false,
    'notify-when': 'limit-reached',
  });
  const changed = { ...settings, 'quantity-max': 75.5, 'block-negative-prices': true, 'notify-when': '0012' };
  expect(value(await service.writeRiskSettings({ commodity: 'power', settings: changed }))).toEqual(changed);
  expect(value(await service.riskSettings('power', ASK))).toEqual(changed);
  expect(stateOf(await truth('risks'), 'power')).toMatchObject({ settings: changed });
});

it('says which setting the platform refuses, and which commodity it does not have', async () => {
  const { service } = await deskAtSimulator();
  const settings = { 'quantity-max': '50', 'no-such': 1 };
  expect(
    failure(await service.writeRiskSettings({ commodity: 'power', settings })).fields?.map(
      ({ path }) => path,
    ),
  ).toEqual(['quantity-max', 'no-such']);
  for (const outcome of [
    await service.riskSettings('coal', ASK),
    await service.toggleRisk({ commodity: 'coal', on: true }),
    await service.writeRiskSettings({ commodity: 'coal', settings: {} }),
  ]) {
    expect(failure(outcome)).toMatchObject({
      kind: 'not-found',
      message: 'There is no commodity coal.',
    });
  }
});

it('does not know what became of a change whose answer was lost, and makes it once', async () => {
  const { service, loseAnswerTo, calls, truth } = await deskAtSimulator();
  await loseAnswerTo('toggle-risk');
  expect(failure(await service.toggleRisk({ commodity: 'goo', on: false }))).toMatchObject({
    kind: 'unknown-outcome',
    message: `${NOT_KNOWN} risk management was switched.`,
  });
  await loseAnswerTo('write-risk-settings');
  const settings = { 'quantity-max': 1 };
  expect(failure(await service.writeRiskSettings({ commodity: 'goo', settings }))).toMatchObject({
    kind: 'unknown-outcome',
    message: `${NOT_KNOWN} the risk settings were changed.`,
  });
  expect(stateOf(await truth('risks'), 'goo')).toMatchObject({
    enabled: false,
    settings: { 'quantity-max': 1 },
  });
  expect(await calls('toggle-risk')).toBe(1);
  expect(await calls('write-risk-settings')).toBe(1);
});

it('does not believe that protection was switched when the platform says otherwise, or only notes it', async () => {
  const { service, desk } = await deskAtSimulator();
  await desk.control('faults', { kind: 'wrong-type', field: 'risk-management', operation: 'toggle-risk' });
  expect(value(await service.toggleRisk({ commodity: 'power', on: false }))).toEqual({
    commodity: 'power',
    on: false,
  });
  await desk.control('faults', { kind: 'status-after', status: 202, operation: 'toggle-risk' });
  expect(failure(await service.toggleRisk({ commodity: 'power', on: true }))).toMatchObject({
    kind: 'unknown-outcome',
    service: { status: 202 },
  });
});
