import fc from 'fast-check';
import type { ServiceClient, ServiceObject } from '../../../src/client/api';
import { canonicalValue } from '../../../src/model/canonical';
import type { AttributeValues } from '../../../src/model/from-response';
import type { Attribute, Attributes, Kind } from '../../../src/model/kind';
import { KINDS } from '../../../src/model/kinds';
import { expandAttributes } from '../../../src/model/variants/expand-attributes';
import { hasErrors } from '../../../src/provider/protocol/diagnostic';
import type { PlanResponse } from '../../../src/provider/protocol/provider';
import { impliedType, type SchemaAttribute } from '../../../src/provider/protocol/schema';
import { schemaAttributes } from '../../../src/provider/protocol/schema-from-model';
import type { ManagedResource } from '../../../src/provider/resources/managed-resource';
import { createObjectResource } from '../../../src/provider/resources/object';
import { createSession } from '../../../src/provider/service/session';
import { planValues } from '../../../src/provider/state/plan-values';
import { stateAfterApply, stateAfterRead } from '../../../src/provider/state/state-from-response';
import { type CtyValue, isObjectValue, type ObjectValue, UNKNOWN } from '../../../src/values/cty-value';
import { encodeValue } from '../../../src/values/encode';
import type { Json } from '../../../src/values/json';
import { tries } from '../../fuzz';
import { configArbitrary, hasDuplicates, resolvedArbitrary, stateArbitrary } from '../../support/provider/arbitraries';
import { pathErrors, planErrors, resultErrors, sameObjects, stateErrors } from '../../support/provider/core-rules';
import { kinds } from '../../support/provider/random-kinds';

/** A configuration while some of it is unknown, and once all of it is known. */
interface Config {
  readonly wanted: ObjectValue;
  readonly known: ObjectValue;
}

interface Case {
  readonly kind: Kind;
  readonly first: Config;
  readonly second: Config;
  /** A random state, to which perhaps no plan of ours leads. */
  readonly state: ObjectValue;
}

function caseOf(kind: Kind): fc.Arbitrary<Case> {
  const declared = expandAttributes(kind.attributes);
  const config = configArbitrary(declared).chain((wanted) =>
    fc.record({ wanted: fc.constant(wanted), known: resolvedArbitrary(declared, wanted) }),
  );
  return fc.record({ kind: fc.constant(kind), first: config, second: config, state: stateArbitrary(declared) });
}

const cases = kinds.chain(caseOf);
const casesOfModel = fc.constantFrom(...KINDS).chain(caseOf);

const noPrivate: Uint8Array = new Uint8Array();

/** Throws for a value that is not of the type of the schema. */
const encode = (schema: readonly SchemaAttribute[], value: CtyValue): Uint8Array =>
  encodeValue(impliedType(schema), value);

function expectNone(what: string, errors: readonly string[]): void {
  if (errors.length > 0) throw new Error(`${what}: ${errors.join('; ')}`);
}

/** Plans, with the configuration as the proposed state, and refuses what Terraform would refuse. */
function plan(
  resource: ManagedResource,
  config: ObjectValue,
  prior: ObjectValue | null,
  opaque = noPrivate,
): PlanResponse {
  const { type, schema } = resource;
  const response = resource.plan({ type, prior, proposed: config, config, priorPrivate: opaque });
  const { planned, requiresReplace, plannedPrivate } = response;
  expectNone('invalid plan', planErrors(schema.attributes, prior, config, planned));
  expectNone('invalid paths', pathErrors(schema.attributes, requiresReplace, prior, planned));
  if (prior === null && requiresReplace.length > 0) throw new Error('a create is said to replace');
  if (Buffer.compare(plannedPrivate, opaque) !== 0) throw new Error('private data is lost in the plan');
  encode(schema.attributes, planned);
  return response;
}

/** Plans twice, as an apply does; undefined where the plan says that it cannot be carried out. */
function planTwice(
  resource: ManagedResource,
  { wanted, known }: Config,
  prior: ObjectValue | null,
  opaque?: Uint8Array,
): PlanResponse | undefined {
  const first = plan(resource, wanted, prior, opaque);
  if (hasErrors(first.diagnostics)) return undefined;
  const second = plan(resource, known, prior, opaque);
  const { attributes } = resource.schema;
  expectNone('inconsistent final plan', resultErrors(attributes, first.planned, second.planned));
  const isNoop = (planned: ObjectValue | null): boolean => sameObjects(attributes, planned, prior);
  if (isNoop(first.planned) && !isNoop(second.planned)) throw new Error('the action changed from none to update');
  const announced = first.requiresReplace.map((path) => JSON.stringify(path).slice(0, -1));
  const surprises = second.requiresReplace.map((path) => JSON.stringify(path));
  // The scheme of a URL that is known after apply is assumed to stay, because a replacement interrupts the traffic.
  const mayChangeScheme = (path: string): boolean => path === '["url"]' && wanted['url'] === UNKNOWN;
  const isAnnounced = (path: string): boolean => announced.some((start) => path.startsWith(start));
  const unannounced = surprises.filter((path) => !mayChangeScheme(path) && !isAnnounced(path));
  expectNone('a replacement was not announced', unannounced);
  return hasErrors(second.diagnostics) ? undefined : second;
}

/** Carries two configurations through create, read, update, read and delete; throws what Terraform would refuse. */
async function live({ kind, first, second, state }: Case): Promise<void> {
  const resource = createObjectResource(kind);
  const { attributes } = resource.schema;
  // Two elements that are the same at the service are refused in validation.
  if ([first, second].some(({ known }) => hasDuplicates(expandAttributes(kind.attributes), known))) return;
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
    const details = applied.diagnostics.map(({ detail }) => detail);
    expectNone('failed apply', details);
    expectNone('inconsistent result after apply', resultErrors(attributes, planned.planned, applied.state));
    expectNone('invalid object after apply', stateErrors(attributes, applied.state));
    encode(attributes, applied.state);
    const current = applied.state as ObjectValue;
    const read = await resource.read(session, { current, private: applied.private });
    expectNone('invalid object after refresh', stateErrors(attributes, read.state));
    encode(attributes, read.state);
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
    serviceTime: () => Date.now(),
  };
  return Object.assign(service, { client: client as ServiceClient });
}

test('random kinds obey Terraform’s rules from the first plan to the delete', async () => {
  // 150 in a plain run, because each case takes long.
  await fc.assert(fc.asyncProperty(cases, live), tries(2_000, 150));
}, 600_000);

test('plans of the model’s kinds obey Terraform’s rules, and have no change after an apply and a refresh', () => {
  fc.assert(
    fc.property(casesOfModel, ({ kind, first, second, state }) => {
      const resource = createObjectResource(kind);
      const { attributes } = resource;
      if ([first, second].some(({ known }) => hasDuplicates(attributes, known))) return;
      planTwice(resource, second, state);
      const planned = planTwice(resource, first, null)?.planned;
      if (!planned) return;
      const response = responseValues(attributes, planned);
      const made = stateAfterApply(attributes, planned, response);
      const refreshed = stateAfterRead(attributes, made, response);
      const { schema } = resource;
      encode(schema.attributes, refreshed);
      expectNone('a refresh shows a change without drift', resultErrors(schema.attributes, made, refreshed));
      const again = plan(resource, first.known, refreshed);
      expectNone('a plan after an apply shows a change', resultErrors(schema.attributes, refreshed, again.planned));
      expect(again.requiresReplace).toEqual([]);
    }),
    tries(2_000, 150),
  );
});

test('a plan is deterministic, and does not modify its inputs', () => {
  fc.assert(
    fc.property(fc.oneof(cases, casesOfModel), ({ kind, first: { wanted }, state }) => {
      const attributes = expandAttributes(kind.attributes);
      const schema = schemaAttributes(attributes);
      const inputs = (): Buffer => Buffer.concat([encode(schema, wanted), encode(schema, state)]);
      const before = inputs();
      const [one, two] = [planValues(attributes, wanted, state), planValues(attributes, wanted, state)];
      // Of sets, the order of elements must be the same too.
      expect(two).toEqual(one);
      expect(inputs()).toEqual(before);
    }),
    tries(500),
  );
});

/** The values of a response about an object created as planned: semantically equal, in the service’s representation. */
function responseValues(attributes: Attributes, planned: CtyValue): AttributeValues {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => {
      const value: CtyValue = planned === UNKNOWN ? UNKNOWN : isObjectValue(planned) ? (planned[name] ?? null) : null;
      if (attribute.omittedFromResponses) return [name, null];
      if (attribute.type !== 'object' || value === null) {
        return [name, value === UNKNOWN ? chosen(name, attribute) : canonicalValue(attribute, value)];
      }
      const within = responseValues(attribute.attributes, value);
      // An object that equals null is returned as null.
      return [name, canonicalValue(attribute, within) === null ? null : within];
    }),
  );
}

/** The value that the service chooses for an attribute without a planned value. */
function chosen(name: string, attribute: Attribute): Json {
  if (attribute.default !== undefined) return attribute.default;
  if (attribute.type === 'string') return `the ${name}`;
  return attribute.type === 'number' ? 7 : null;
}
