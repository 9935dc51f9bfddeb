import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { pickedSubjects, SUBJECTS } from '../../bench/pacing/subjects';

const PEERS = join(import.meta.dirname, '..', '..', 'bench', 'peers');
const Manifest = z.object({ dependencies: z.record(z.string(), z.string()) });

it('picks a subject by its name, both settings of a package by the package, and all when nothing is said', () => {
  const names = (only?: string): string[] => pickedSubjects(only).map(({ name }) => name);
  expect(names('ours')).toEqual(['ours']);
  expect(names('bottleneck, ours')).toEqual(['ours', 'bottleneck', 'bottleneck plain']);
  expect(names('p-queue plain')).toEqual(['p-queue plain']);
  expect(names()).toHaveLength(SUBJECTS.length);
});

it('names those it knows when asked for a stranger', () => {
  expect(() => pickedSubjects('ours,nobody')).toThrow(
    /^There is no subject "nobody"; --only takes some of ours, bottleneck,/,
  );
});

it('pins every peer exactly, and names no place to fetch one from', () => {
  const { dependencies } = Manifest.parse(JSON.parse(readFileSync(join(PEERS, 'package.json'), 'utf8')));
  for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(readFileSync(join(PEERS, 'package-lock.json'), 'utf8')).not.toContain('"resolved"');
});
