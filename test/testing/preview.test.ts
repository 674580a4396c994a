/** The preview of the testing kit, and the matcher for complete sets of addresses. */
import type { App } from 'cdktf';
import { withIngress } from 'netingress/testing';
import { removeFolders } from '../support/constructs/synth';
import { AccessStack, newApp } from './stacks';

const ingress = withIngress();

afterAll(removeFolders);

test('a preview of a changed app says who is shut out and changes no object; toAdmitExactly compares sets of addresses', async () => {
  await ingress.deploy(new AccessStack());
  const before = await ingress.emulator.snapshot();
  const report = await ingress.preview((new AccessStack('198.51.100.0/24').node as unknown as { root: App }).root);
  expect(report).toMatchObject({ result: 'applies', exit_status: 0 });
  expect(report.access[0]).toMatchObject({
    type: 'dashboard',
    newly_admitted: { ipv4: '256', networks: [{ cidr: '198.51.100.0/24' }] },
    newly_shut_out: { ipv4: '256', networks: [{ cidr: '203.0.113.0/24' }] },
  });
  const { objects } = Object.values((await ingress.emulator.snapshot()).accounts)[0] ?? {};
  expect(objects).toEqual(Object.values(before.accounts)[0]?.objects);
  expect(ingress.trafficTo('dashboard')).toAdmitExactly(['203.0.113.0/25', '203.0.113.128/25']);
  expect(() => expect(ingress.trafficTo('dashboard')).toAdmitExactly(['203.0.113.0/25', '192.0.2.0/24'])).toThrow(
    'not admitted: 192.0.2.0/24; also admitted: 203.0.113.128/25',
  );
  expect(ingress.policy('Offices')).not.toAdmitExactly(['203.0.113.0/25']);
  expect(ingress.trafficTo('api')).toAdmitExactly(['0.0.0.0/0', '::/0']);
});

test('a preview of an app without stacks is an error', async () => {
  await expect(ingress.preview(newApp())).rejects.toThrow('it has no stack');
});
