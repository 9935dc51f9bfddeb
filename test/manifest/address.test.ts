import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressFindings, movedTo, originOf, withPairing } from '../../scripts/manifest/address';
import { parseManifest } from '../../scripts/manifest/element';

const ROOT = resolve(import.meta.dirname, '../..');
const xml = readFileSync(join(ROOT, 'manifest.xml'), 'utf8');
const moved = (origin: string, text = xml): string => movedTo(origin, text, parseManifest(text));

describe('a manifest for another address', () => {
  it('has no address of the old one left', () => {
    const text = moved('https://desk.example.com');
    expect(text).not.toMatch(/localhost|www\.example\.com/);
    expect(addressFindings(parseManifest(text))).toEqual([]);
    expect(text).toContain('<SupportUrl DefaultValue="https://desk.example.com/"/>');
    expect(text).toContain('DefaultValue="https://desk.example.com/functions.json"');
    expect(text).toContain('<ExtendedOverrides Url="https://desk.example.com/shortcuts.json"/>');
  });

  it('changes nothing but the addresses, and comes back unchanged', () => {
    const support = 'https://www.example.com/spreaddesk';
    const there = moved('https://desk.example.com');
    const back = moved('https://localhost:3000', there).replace(
      'https://localhost:3000/"/>\n  <Hosts',
      `${support}"/>\n  <Hosts`,
    );
    expect(back).toBe(xml);
  });

  it('leaves an address alone that only begins like its own', () => {
    const text = xml.replace('<Permissions>', '<!-- "https://localhost:30001/x" --><Permissions>');
    expect(moved('https://desk.example.com', text)).toContain('"https://localhost:30001/x"');
  });

  it('is sound for every host and port', () => {
    fc.assert(
      fc.property(fc.domain(), fc.integer({ min: 1, max: 65_535 }), (host, port) => {
        const origin = originOf(`https://${host}:${port}/`);
        expect(addressFindings(parseManifest(moved(origin)))).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});

describe('the address a person types', () => {
  it.each([
    ['https://desk.example.com', 'https://desk.example.com'],
    ['https://desk.example.com/', 'https://desk.example.com'],
    ['https://Desk.Example.com:8443/', 'https://desk.example.com:8443'],
    ['https://desk.example.com:443', 'https://desk.example.com'],
  ])('%s is %s', (text, origin) => {
    expect(originOf(text)).toBe(origin);
  });

  it.each([
    ['http://desk.example.com', /over https only/],
    ['ftp://desk.example.com', /over https only/],
    ['https://desk.example.com/addin', /write https:\/\/desk.example.com, not/],
    ['https://desk.example.com/?a=1', /from the root/],
    ['https://desk.example.com/#a', /from the root/],
    ['https://me:secret@desk.example.com', /name or a password/],
    ['desk.example.com', /not an address/],
    ['', /not an address/],
  ])('%s is refused with what to do', (text, says) => {
    expect(() => originOf(text)).toThrow(says);
  });
});

it('opens the one page of pane and runtime with a pairing code, wherever it is named, and nothing else', () => {
  const paired = withPairing(xml, 'K7QM-2XTP');
  const pages = xml.split('/taskpane.html"').length - 1;
  expect(pages).toBeGreaterThan(1);
  expect(paired.split('/taskpane.html?pair=K7QM-2XTP"').length - 1).toBe(pages);
  expect(paired.replaceAll('?pair=K7QM-2XTP', '')).toBe(xml);
});
