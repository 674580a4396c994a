/**
 * Terraform's rules for plans and applies, checked with random kinds with random configurations and states: what core
 * would refuse is stated in core-rules.ts, and `the fuzzer finds` shows that engines with one defect each are found.
 */
import fc from 'fast-check';
import type { ServiceClient, ServiceObject } from '../../../src/client/api';
import type { Kind } from '../../../src/model/kind';
import { expandAttributes } from '../../../src/model/variants/expand-attributes';
import { hasErrors } from '../../../src/provider/protocol/diagnostic';
import type { PlanResponse } from '../../../src/provider/protocol/provider';
import { impliedType, type SchemaAttribute } from '../../../src/provider/protocol/schema';
import type { ManagedResource } from '../../../src/provider/resources/managed-resource';
import { createObjectResource } from '../../../src/provider/resources/object';
import { createSession } from '../../../src/provider/service/session';

import { type CtyValue, type ObjectValue, objectValue, UNKNOWN } from '../../../src/values/cty-value';
import { encodeValue } from '../../../src/values/encode';
import { tries, whyRejects } from '../../fuzz';
import { configArbitrary, holdsTwins, resolvedArbitrary, stateArbitrary } from '../../support/provider/arbitraries';
import { pathErrors, planErrors, resultErrors, sameObjects, stateErrors } from '../../support/provider/core-rules';
import { kinds } from '../../support/provider/random-kinds';
import { responseValues } from '../../support/provider/responses';

/** A configuration while some of it is unknown, and once all of it is known. */
interface Config {
  readonly wanted: ObjectValue;
  readonly known: ObjectValue;
}

interface Case {
  readonly kind: Kind;
  readonly first: Config;
  readonly second: Config;
  /** Any state, that no plan of ours led to. */
  readonly state: ObjectValue;
}

const cases: fc.Arbitrary<Case> = kinds.chain((kind) => {
  const declared = expandAttributes(kind.attributes);
  const config = configArbitrary(declared).chain((wanted) =>
    fc.record({ wanted: fc.constant(wanted), known: resolvedArbitrary(declared, wanted) }),
  );
  return fc.record({ kind: fc.constant(kind), first: config, second: config, state: stateArbitrary(declared) });
});

type Plan = Pick<PlanResponse, 'planned' | 'requiresReplace' | 'plannedPrivate' | 'diagnostics'>;
const noPrivate: Uint8Array = new Uint8Array();

function expectNone(what: string, errors: readonly string[]): void {
  if (errors.length > 0) throw new Error(`${what}: ${errors.join('; ')}`);
}

/** Plans as Terraform does, and refuses what it would refuse. */
function plan(resource: ManagedResource, config: ObjectValue, prior: ObjectValue | null, opaque = noPrivate): Plan {
  const { type, schema } = resource;
  const request = { type, prior, proposed: config, config, priorPrivate: opaque, deferralAllowed: false };
  const response = resource.plan(request);
  const { planned, requiresReplace, plannedPrivate } = response;
  expectNone('invalid plan', planErrors(schema.attributes, prior, config, planned));
  expectNone('invalid paths', pathErrors(schema.attributes, requiresReplace, prior, planned));
  if (prior === null && requiresReplace.length > 0) throw new Error('a create is said to replace');
  if (Buffer.compare(plannedPrivate, opaque) !== 0) throw new Error('private data is lost in the plan');
  encodeValue(impliedType(schema.attributes), planned);
  return response;
}

/** Plans twice, as an apply does; undefined where the plan says that it cannot be carried out. */
function planTwice(
  resource: ManagedResource,
  { wanted, known }: Config,
  prior: ObjectValue | null,
  opaque?: Uint8Array,
): Plan | undefined {
  const first = plan(resource, wanted, prior, opaque);
  if (hasErrors(first.diagnostics)) return undefined;
  const second = plan(resource, known, prior, opaque);
  const { attributes } = resource.schema;
  expectNone('inconsistent final plan', resultErrors(attributes, first.planned, second.planned));
  const isNoop = (planned: ObjectValue | null): boolean => sameObjects(attributes, planned, prior);
  if (isNoop(first.planned) && !isNoop(second.planned)) throw new Error('the action changed from none to update');
  const announced = first.requiresReplace.map((path) => JSON.stringify(path).slice(0, -1));
  const surprises = second.requiresReplace.map((path) => JSON.stringify(path));
  expectNone(
    'a replacement was not announced',
    surprises.filter((path) => !announced.some((start) => path.startsWith(start))),
  );
  return hasErrors(second.diagnostics) ? undefined : second;
}

/** Carries a configuration through create, read, update, read and delete; throws what Terraform would refuse. */
async function live({ kind, first, second, state }: Case, make: (kind: Kind) => ManagedResource): Promise<void> {
  const resource = make(kind);
  const { attributes } = resource.schema;
  // Two elements that are one at the service are refused in validation.
  if ([first, second].some(({ known }) => holdsTwins(expandAttributes(kind.attributes), known))) return;
  resource.validate(second.wanted);
  planTwice(resource, second, state);
  const service = createLiveService();
  const session = createSession(service.client, () => new AbortController().signal);
  let made: ObjectValue | null = null;
  let opaque: Uint8Array = noPrivate;
  for (const config of [first, second]) {
    let planned = planTwice(resource, config, made, opaque);
    if (!planned?.planned) return;
    if (planned.requiresReplace.length > 0) {
      [made, opaque] = [null, noPrivate];
      planned = planTwice(resource, config, null);
      if (!planned?.planned) return;
    }
    service.live = { ...responseValues(kind.attributes, planned.planned), id: 'rnd_1' };
    const request = { planned: planned.planned, config: config.known, private: planned.plannedPrivate };
    const applied: Awaited<ReturnType<ManagedResource['create']>> = made
      ? await resource.update(session, { ...request, prior: made })
      : await resource.create(session, request);
    expectNone(
      'failed apply',
      applied.diagnostics.map(({ detail }) => detail),
    );
    expectNone('inconsistent result after apply', resultErrors(attributes, planned.planned, applied.state));
    expectNone('invalid object after apply', stateErrors(attributes, applied.state));
    const current = applied.state as ObjectValue;
    const read = await resource.read(session, { current, private: applied.private });
    expectNone('invalid object after refresh', stateErrors(attributes, read.state));
    expectNone('a refresh shows a change without drift', resultErrors(attributes, current, read.state));
    if (Buffer.compare(read.private, applied.private) !== 0) throw new Error('private data is lost in the refresh');
    const again = plan(resource, config.known, read.state, read.private);
    expectNone('a plan after an apply shows a change', resultErrors(attributes, read.state, again.planned));
    if (again.requiresReplace.length > 0) throw new Error('a plan after an apply replaces the object');
    [made, opaque] = [read.state, read.private];
  }
  const removed = await resource.delete(session, { prior: made as ObjectValue, private: opaque });
  expectNone('a delete left something', removed.state === null ? [] : ['new state']);
}

/** A service that contains one object, `live`, which a test knows before it is made or changed. */
function createLiveService(): { live: object; readonly client: ServiceClient } {
  const service = { live: {}, client: {} as ServiceClient };
  const response = async (): Promise<ServiceObject> => service.live as ServiceObject;
  const client: Partial<ServiceClient> = {
    create: response,
    update: response,
    get: response,
    async *pages() {
      yield { objects: [await response()], uri: '', nextPageUri: null };
    },
    delete: async () => undefined,
    serviceTime: () => undefined,
  };
  return Object.assign(service, { client: client as ServiceClient });
}

function fuzz(make: (kind: Kind) => ManagedResource, how: fc.Parameters<[Case]>): Promise<void> {
  return fc.assert(
    fc.asyncProperty(cases, (each) => live(each, make)),
    how,
  );
}

test('random kinds obey Terraform’s rules from the first plan to the delete', async () => {
  // A fifth of what `npm run fuzz` tries.
  await fuzz(createObjectResource, tries(2_000));
}, 600_000);

/** A resource whose plans are bent: `bend` is given what was planned for one attribute, and what it came from. */
function bent(
  bend: (planned: CtyValue, from: { config: CtyValue; prior: CtyValue; schema: SchemaAttribute }) => CtyValue,
): (kind: Kind) => ManagedResource {
  return (kind) => {
    const resource = createObjectResource(kind);
    return {
      ...resource,
      plan(request) {
        const response = resource.plan(request);
        const { config, prior } = request;
        const members = resource.schema.attributes.map((schema): [string, CtyValue] => {
          const [given, before]: [CtyValue, CtyValue] = [config[schema.name] ?? null, prior?.[schema.name] ?? null];
          return [schema.name, bend(response.planned?.[schema.name] ?? null, { config: given, prior: before, schema })];
        });
        return { ...response, planned: objectValue(members) };
      },
    };
  };
}

/** A resource with another step; the right one is there to be called. */
const otherwise =
  (change: (right: ManagedResource) => Partial<ManagedResource>) =>
  (kind: Kind): ManagedResource => {
    const right = createObjectResource(kind);
    return { ...right, ...change(right) };
  };

test.each<[string, (kind: Kind) => ManagedResource, RegExp]>([
  [
    'a plan that turns null into an empty text',
    bent((planned, { schema }) => (planned === null && schema.type === 'string' && !schema.writeOnly ? '' : planned)),
    /planned value for a non-computed attribute/,
  ],
  [
    'a plan with the write-only value in it',
    bent((planned, { schema, config }) => (schema.writeOnly ? config : planned)),
    /write-only attribute is not null/,
  ],
  [
    'a plan that guesses what is unknown',
    bent((planned, { config, prior }) => (config === UNKNOWN ? prior : planned)),
    /inconsistent final plan|planned known for unknown|not match config|for absence/,
  ],
  [
    'a plan that leaves open what is configured',
    bent((planned, { schema }) => (schema.required ? UNKNOWN : planned)),
    /not match config|unknown for configured/,
  ],
  [
    'a plan that expects other computed values each time',
    bent((planned, { schema }) => (schema.computed && !schema.optional ? UNKNOWN : planned)),
    /a plan after an apply shows a change|the action changed/,
  ],
  [
    'a plan that drops an element',
    bent((planned) => (Array.isArray(planned) ? planned.slice(1) : planned)),
    /count in plan|not match config|is not present in plan/,
  ],
  [
    'a plan that replaces for what is not there',
    otherwise((right) => ({ plan: (request) => ({ ...right.plan(request), requiresReplace: [['nothing']] }) })),
    /non-existent attribute path|a create is said to replace/,
  ],
  [
    'a plan that forgets private data',
    otherwise((right) => ({ plan: (request) => ({ ...right.plan(request), plannedPrivate: Buffer.of(1) }) })),
    /private data is lost in the plan/,
  ],
  [
    'an apply that leaves something unknown',
    otherwise(() => ({
      create: async (_, request) => ({ state: request.planned, private: request.private, diagnostics: [] }),
    })),
    /still indicated an unknown value/,
  ],
  [
    'an apply that returns the service’s representation',
    otherwise((right) => ({
      async create(session, request) {
        const applied = await right.create(session, request);
        const read = await right.read(session, { current: objectValue([['id', 'rnd_1']]), private: request.private });
        return { ...applied, state: read.state };
      },
    })),
    /inconsistent result after apply/,
  ],
  [
    'an apply that makes nothing',
    otherwise(() => ({ create: async (_, request) => ({ state: null, private: request.private, diagnostics: [] }) })),
    /root object was present, but now absent/,
  ],
  [
    'a read that forgets private data',
    otherwise((right) => ({
      async read(session, request) {
        return { ...(await right.read(session, request)), private: Buffer.of(1) };
      },
    })),
    /private data is lost in the refresh/,
  ],
])('the fuzzer finds %s', async (_, make, message) => {
  expect(await whyRejects(() => fuzz(make, { numRuns: 1000, endOnFailure: true }))).toMatch(message);
});
