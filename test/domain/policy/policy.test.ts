import { expect, it } from 'vitest';
import { ROLES } from '../../../src/domain/person';
import { ownOf, Policy, rolesOf } from '../../../src/domain/policy/policy';

const POLICY = Policy.parse({
  roles: { trader: ['Desk-Traders', 'sub-7'], approver: ['Risk'], admin: ['anna'], viewer: [] },
  limits: {
    roles: { trader: { volume: [{ unit: 'MW', block: 50 }] } },
    people: { 'sub-7': { pressesPerMinute: 5 }, anna: { signFlip: 'block' } },
  },
});

it('gives roles by the groups of a provider and by the id of a person', () => {
  const dora = { name: 'Dora', id: 'sub-1', groups: ['Desk-Traders', 'Risk', 'Canteen'] };
  expect(rolesOf(dora, POLICY)).toEqual(['trader', 'approver']);
  expect(rolesOf({ name: 'Emil', id: 'sub-7', groups: [] }, POLICY)).toEqual(['trader']);
  expect(rolesOf({ name: 'Eve', id: 'sub-9', groups: ['Canteen'] }, POLICY)).toEqual([]);
});

it('gives a provider’s person nothing by a name that they can give themselves', () => {
  expect(rolesOf({ name: 'anna', id: 'sub-9', groups: [] }, POLICY)).toEqual([]);
  expect(rolesOf({ name: 'Desk-Traders', id: 'sub-9' }, POLICY)).toEqual([]);
  expect(rolesOf({ name: 'anna' }, POLICY)).toEqual(['admin']);
});

it('lets a paired browser do everything where there is no policy, and a provider’s person what their groups are called', () => {
  expect(rolesOf({ name: 'anna' }, undefined)).toEqual(ROLES);
  expect(rolesOf({ name: 'Dora', id: 'sub-1', groups: ['trader', 'Risk'] }, undefined)).toEqual(['trader']);
  expect(rolesOf({ name: 'Dora', id: 'sub-1' }, undefined)).toEqual([]);
});

it('lets commands of the gateway’s account read and administer, and never press', () => {
  expect(rolesOf({ name: 'desk', isProgram: true }, POLICY)).toEqual(['analyst', 'admin']);
});

it('holds a person to what each of their roles and they themselves are held to', () => {
  const emil = { name: 'Emil', id: 'sub-7', groups: ['Desk-Traders'] };
  expect(ownOf(emil, POLICY)).toEqual([{ volume: [{ unit: 'MW', block: '50' }] }, { pressesPerMinute: 5 }]);
  expect(ownOf({ name: 'anna' }, POLICY)).toEqual([{ signFlip: 'block' }]);
  expect(ownOf(emil, undefined)).toEqual([]);
});
