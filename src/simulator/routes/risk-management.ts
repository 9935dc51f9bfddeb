import * as z from 'zod/mini';
import {
  invalid,
  jsonBody,
  notFound,
  param,
  type Answer,
  type Call,
  type Complaint,
  type Operation,
} from '../http/call';
import { paged } from '../http/list-query';
import { wireRisk, type CommodityRisk } from '../world/risk';
import type { World } from '../world/world';

const ToggleBody = z.looseObject({ 'risk-management': z.boolean() });
const SettingsBody = z.record(z.string(), z.union([z.number(), z.string(), z.boolean()]));
const versions = ['2.2', '2.3'] as const;

export const riskOperations = (world: World): readonly Operation[] => [
  {
    name: 'list-risks',
    method: 'GET',
    path: 'risks',
    versions,
    answer: (call) => paged([...world.risks.values()].map(wireRisk), call, world.profile.lists),
  },
  { name: 'toggle-risk', method: 'PUT', path: 'riskToggle', versions, answer: (call) => toggle(world, call) },
  {
    name: 'read-risk-settings',
    method: 'GET',
    path: 'riskSettings',
    versions,
    answer: (call) => ({ status: 200, body: namedRisk(world, call).settings }),
  },
  {
    name: 'write-risk-settings',
    method: 'PUT',
    path: 'riskSettings',
    versions,
    answer: (call) => write(world, call),
  },
];

function toggle(world: World, call: Call): Answer {
  const body = jsonBody(call, ToggleBody);
  const risk = { ...namedRisk(world, call), enabled: body['risk-management'] };
  world.risks.set(risk.commodity, risk);
  return { status: 200, body: wireRisk(risk) };
}

function write(world: World, call: Call): Answer {
  const given = jsonBody(call, SettingsBody);
  const risk = namedRisk(world, call);
  const complaints = Object.entries(given).flatMap(([field, value]): Complaint[] => {
    const known = Object.hasOwn(risk.settings, field) ? risk.settings[field] : undefined;
    if (known === undefined)
      return [{ code: 'no-such-setting', message: `There is no setting ${field}.`, field }];
    if (typeof known === typeof value) return [];
    return [{ code: 'invalid-field', message: `${field} must be a ${typeof known}.`, field }];
  });
  if (complaints.length > 0) throw invalid(...complaints);
  const settings = { ...risk.settings, ...given };
  world.risks.set(risk.commodity, { ...risk, settings });
  return { status: 200, body: settings };
}

function namedRisk(world: World, call: Call): CommodityRisk {
  const commodity = param(call, 'commodity');
  const risk = world.risks.get(commodity);
  if (!risk) throw notFound(`commodity ${commodity}`);
  return risk;
}
