import { buildBundles } from './bundle.mjs';
import { runCommand } from './command.mjs';
import { Complaint } from './complaint.mjs';
import { deskPort, simulatorSettings, startGateway, startSimulator } from './desk.mjs';
import { installPackages } from './install.mjs';
import { projectKit } from './kit.mjs';
import { buildPrograms } from './programs.mjs';
import { excelComplaint, manifestFor, sideloading, trustedCertificate } from './sideload.mjs';
import { isHelpAsked } from './usage.mjs';

const USAGE = `npm run excel: the gateway over https with a certificate of this machine, and Excel opens with the add-in (Windows, Mac).

  npm run excel -- --web        for Excel on the web: prints the manifest to upload
  npm run gateway -- --help     every setting of the gateway`;

await runCommand(async (children) => {
  const words = process.argv.slice(2);
  if (isHelpAsked(USAGE, words, ['--web'])) return 0;
  const { env, platform } = process;
  const complaint = excelComplaint(platform);
  if (complaint) throw new Complaint(complaint);
  const kit = projectKit(children);
  const parts = { ...kit, env, children };
  const port = await deskPort(env);
  await installPackages(kit);
  await buildBundles(kit);
  await buildPrograms(kit);
  const certificate = await trustedCertificate(kit);
  const real = env.SERVICE_ENVIRONMENT !== undefined && env.SERVICE_ENVIRONMENT !== 'simulator';
  const service = real
    ? {}
    : { ...simulatorSettings(env, await startSimulator(parts, port)), ...eventsOn(env) };
  // A used code is followed by another one: the first is over once Excel has opened the pane.
  const onPairingCode = (/** @type {string} */ code) => kit.say(`Pairing code for another Excel: ${code}`);
  const settings = { ...env, ...certificate, ...service, DESK_PORT: String(port) };
  const { pairingCode } = await startGateway({ ...parts, onPairingCode }, [], settings);

  const manifest = await manifestFor(kit, port, pairingCode);
  if (words.includes('--web')) {
    kit.say(
      `Upload ${manifest} in Excel on the web: docs/excel-checklist.md says where. Ctrl-C here ends the gateway.`,
    );
    kit.say(`${await children.firstEnd} SpreadDesk stops.`);
    return 1;
  }
  children.beforeEnd(() => kit.run(sideloading('stop', manifest, { ...kit, env, platform })));
  const code = await kit.run(sideloading('start', manifest, { ...kit, env, platform }));
  if (code !== 0) throw new Complaint('Excel could not be started with the add-in; the reason is above.');
  kit.say('Excel opens with SpreadDesk. Ctrl-C here takes it out again and ends the gateway.');
  kit.say(`${await children.firstEnd} SpreadDesk stops.`);
  return 1;
});

/**
 * The simulator trusts no certificate of this machine's own making: its events come to a server beside the encrypted one.
 * @param {NodeJS.ProcessEnv} env
 */
function eventsOn({ WEBHOOK_HOST: host, WEBHOOK_PORT: port }) {
  return host || port ? {} : { WEBHOOK_PORT: '0' };
}
