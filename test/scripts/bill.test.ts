import { expect, it } from 'vitest';
import { narrowed } from '../../scripts/package/bill';

const BILL = {
  bomFormat: 'CycloneDX',
  metadata: { component: { 'bom-ref': 'spreaddesk@1', name: 'folder', type: 'library' } },
  components: [
    { 'bom-ref': 'in@1', name: 'in', version: '1' },
    { 'bom-ref': 'in@2', name: 'in', version: '2' },
    { 'bom-ref': 'out@1', name: 'out', version: '1' },
  ],
  dependencies: [
    { ref: 'spreaddesk@1', dependsOn: ['in@1', 'out@1'] },
    { ref: 'out@1', dependsOn: ['in@2'] },
  ],
};

it('a bill of materials keeps what is shipped, version by version, and links to nothing else', () => {
  expect(narrowed(BILL, new Set(['in@1']))).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'spreaddesk', type: 'application' } },
    components: [{ 'bom-ref': 'in@1' }],
    dependencies: [{ ref: 'spreaddesk@1', dependsOn: ['in@1'] }],
  });
});

it('a shipped package that the lock file does not know is a complaint', () => {
  expect(() => narrowed(BILL, new Set(['in@3']))).toThrow('package-lock.json does not know in@3');
});
