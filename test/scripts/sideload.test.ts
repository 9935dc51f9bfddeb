import { describe, expect, it } from 'vitest';
import type { Program } from '../../scripts/children.mjs';
import { simulatorSettings } from '../../scripts/desk.mjs';
import { excelComplaint, manifestFor, sideloading, trustedCertificate } from '../../scripts/sideload.mjs';

const where = { root: '/desk', env: { npm_execpath: '/npm/npm-cli.js' }, platform: 'darwin' } as const;

/** A kit whose programs end with this code, and what it ran. */
function kitOf(code: number) {
  const ran: string[] = [];
  const run = async ({ args }: Program): Promise<number> => {
    ran.push(args.join(' '));
    return code;
  };
  return { ran, kit: { root: '/desk', run, say: () => undefined } };
}

describe('npm run excel', () => {
  it('is for the systems that have Excel, and says what to do on the others', () => {
    expect(excelComplaint('win32')).toBeUndefined();
    expect(excelComplaint('darwin')).toBeUndefined();
    expect(excelComplaint('linux')).toMatch(/Use npm start here/);
  });

  it("puts the add-in into Excel by Microsoft's program in the pinned version, and takes it out", () => {
    const start = sideloading('start', '/desk/manifest.xml', where);
    expect(start.args.slice(1).join(' ')).toBe(
      'exec --yes -- office-addin-debugging@7.0.0 start /desk/manifest.xml desktop',
    );
    const stop = sideloading('stop', '/desk/manifest.xml', where);
    expect(stop.args.slice(1).join(' ')).toBe(
      'exec --yes -- office-addin-debugging@7.0.0 stop /desk/manifest.xml',
    );
  });

  it('writes the manifest for the port in use', async () => {
    const { kit, ran } = kitOf(0);
    expect(await manifestFor(kit, 3010)).toMatch(/manifest\.xml$/);
    expect(ran).toEqual([
      expect.stringMatching(/--url https:\/\/localhost:3010 --out .*dist.manifest\.xml$/),
    ]);
    await manifestFor(kit, 3010, 'K7QM-2XTP');
    expect(ran[1]).toMatch(/ --pair K7QM-2XTP$/);
  });

  it('gives the gateway the certificate that the system trusts', async () => {
    const settings = await trustedCertificate(kitOf(0).kit);
    expect(settings.DESK_TLS_CERT).toMatch(/localhost\.crt$/);
    expect(settings.DESK_TLS_KEY).toMatch(/localhost\.key$/);
  });

  it('says what it means when one of these fails', async () => {
    await expect(manifestFor(kitOf(1).kit, 3000)).rejects.toThrow(/manifest has a fault/);
    await expect(trustedCertificate(kitOf(1).kit)).rejects.toThrow(/agree when your system asks/);
  });

  it('keeps nothing of a simulated world beyond its end, unless a folder is asked for', () => {
    expect(simulatorSettings({}, 'http://127.0.0.1:1').DESK_DATA).toBe(':memory:');
    expect(simulatorSettings({ DESK_DATA: 'x' }, 'http://127.0.0.1:1').DESK_DATA).toBe('x');
  });
});
