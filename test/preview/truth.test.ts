/**
 * What a preview predicts is what a deployment then does. One emulator is the account, another one its copy, with other
 * ids and another clock. Rotations are not tested, because they have no object.
 */
import type { Snapshot } from '../../src/emulator';
import type { Attributes } from '../../src/model/kind';
import { getKind, tryFindKind } from '../../src/model/kinds';
import { attributeAt } from '../../src/model/natural-key';
import { fromStates } from '../../src/objects/from-states';
import { type ChangedObject, createLocator, listChangedObjects } from '../../src/preview/objects';
import type { StackOutcome } from '../../src/preview/outcome';
import { listAddresses } from '../../src/preview/stacks/stack-state';
import { parseState } from '../../src/terraform/state';
import { isJsonObject, type Json, type JsonObject } from '../../src/values/json';
import { campaignSize, picker } from '../fuzz';
import { type AllKinds, allDependencies, allSamples, merged, OBJECT, SUBJECTS } from '../support/acceptance/all-kinds';
import { API_KEY, appForEach } from '../support/preview/app';
import { testInCi } from '../support/requirements';

const ID = /\b[a-z0-9]+_[0-9A-Za-z]{27}\b/g;

// A real account needs a while to issue certificates; here they are issued at once.
const app = appForEach({ certificates: { seconds: 0 } });

/** Predicted and real objects have different new ids and certificates. */
function normalize(objects: readonly ChangedObject[], existing: ReadonlySet<string>): string[] {
  return objects
    .map(({ action, kind, address, attributes }) => {
      // No list returns these values, so what they were is not known.
      const known = attributes.filter(({ name }) => !isOmitted(kind, name));
      const values = known
        .map(({ name, before, after }) => `${name} ${JSON.stringify([before, after], omitUnreturned)}`)
        .sort();
      return `${action} ${kind} ${address} ${values.join(' ')}`
        .replace(/-----BEGIN [\s\S]*?-----END [A-Z ]+-----(\\n)*/g, 'PEM')
        .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
        .replace(ID, (id) => (existing.has(id) ? id : 'NEW'));
    })
    .sort();
}

/** The signing request of an operator, within its binding. */
function omitUnreturned(name: string, value: unknown): unknown {
  return name === 'csr' ? undefined : value;
}

function isOmitted(kind: string, path: string): boolean {
  return getKind(kind).attributes[path.split('.')[0] ?? '']?.type === 'object'
    ? path === 'binding.csr'
    : attributeAt(getKind(kind).attributes, path.split('.')[0] ?? '').omittedFromResponses !== undefined;
}

function findIds({ accounts }: Snapshot): Set<string> {
  const objects = Object.values(accounts).flatMap((account) => Object.values(account.objects).flat());
  return new Set(objects.map(({ id }) => id));
}

const readResources = async () => parseState(await app.read('terraform.all.tfstate'), { stack: 'all' }).resources;

/** Certificate jobs are due with the next request. */
async function settle(): Promise<void> {
  await fetch(`${app.url}/ip_policies`, { headers: { authorization: `Bearer ${API_KEY}` } });
}

/** Deploys the current configuration for real and returns the real difference. */
async function deployAndCompare(): Promise<{ objects: ChangedObject[]; existing: Set<string> }> {
  const before = await app.emulator.snapshot();
  const old = await readResources();
  await app.deploy('all');
  await settle();
  const addresses = listAddresses([old, await readResources()].flatMap((resources) => fromStates(resources)));
  const stack = { name: 'all', addresses, constructs: new Map() } as unknown as StackOutcome;
  const objects = listChangedObjects(before, await app.emulator.snapshot(), createLocator([stack]), () => undefined);
  return { objects, existing: findIds(before) };
}

/** Samples whose secrets differ from all other values: a report hides a secret wherever it appears. */
function samplesOf(n: number): AllKinds {
  const samples = Object.entries(allSamples(n)).map(([type, objects]) => {
    const { attributes = {} } = tryFindKind(type.replace(/^netingress_/, '')) ?? {};
    const hide = (values: JsonObject) => withOwnSecrets(attributes, values, `hidden value ${n}`);
    return [type, Object.fromEntries(Object.entries(objects).map(([name, values]) => [name, hide(values)]))];
  });
  return Object.fromEntries(samples);
}

function withOwnSecrets(attributes: Attributes, values: JsonObject, secret: string): JsonObject {
  const members = Object.entries(values).map(([name, value = null]): [string, Json] => {
    const attribute = attributes[name];
    if (attribute?.type === 'object' && isJsonObject(value))
      return [name, withOwnSecrets(attribute.attributes, value, secret)];
    const isPlainSecret =
      attribute?.type === 'string' && attribute.sensitive === true && attribute.format === undefined;
    return [name, isPlainSecret ? secret : value];
  });
  return Object.fromEntries(members);
}

const subjectTypes = SUBJECTS.map(({ type }) => type);

function subset(samples: AllKinds, types: readonly string[]): AllKinds {
  return Object.fromEntries(
    Object.entries(samples).flatMap(([type, objects]) => {
      const sample = objects[OBJECT];
      return sample && types.includes(type) ? [[type, { [OBJECT]: sample }]] : [];
    }),
  );
}

test('the predicted objects of a configuration with every resource type of the specification and other values are the real ones', async () => {
  await app.synthesize({ all: { resource: merged(allDependencies(), samplesOf(0)) } });
  await app.deploy('all');
  await app.synthesize({ all: { resource: merged(allDependencies(), samplesOf(1)) } });
  const report = await app.report();
  expect(report).toMatchObject({ result: 'applies', drift: [], never_settles: [] });
  const { objects, existing } = await deployAndCompare();
  expect(normalize(report.objects, existing)).toEqual(normalize(objects, existing));
  expect(objects.length).toBeGreaterThan(15);
});

const ROUNDS = campaignSize(6, 6, 30);
const SEEDS = Array.from({ length: campaignSize(1, 1, 10) }, (_, index) => 5 + index);

testInCi.each(SEEDS)(
  'random changes over all resource types of the specification are predicted (seed %i)',
  async (seed) => {
    const pick = picker(seed);
    const some = () => subjectTypes.filter(() => pick(3) === 0);
    const chosen = (): AllKinds => merged(subset(samplesOf(0), some()), subset(samplesOf(1), some()));
    await app.synthesize({ all: { resource: merged(allDependencies(), chosen()) } });
    await app.deploy('all');
    for (let round = 0; round < ROUNDS; round++) {
      await app.synthesize({ all: { resource: merged(allDependencies(), chosen()) } });
      const { result, refusals, objects: predicted } = await app.report();
      expect([round, result, refusals]).toEqual([round, 'applies', []]);
      const { objects, existing } = await deployAndCompare();
      expect([round, normalize(predicted, existing)]).toEqual([round, normalize(objects, existing)]);
    }
  },
  1_800_000,
);
