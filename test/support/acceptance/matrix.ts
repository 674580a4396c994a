/**
 * Rows 1 to 10 of the acceptance matrix (docs/internals/terraform-protocol-rules.md, 5.4) for one kind, made from the
 * model, with the real terraform binary. A row that tests each attribute has one object for each of them, all in one
 * configuration, so that it needs one apply and not one for each attribute.
 */
import { createEmulator } from '../../../src/emulator';
import { semanticallyEqual } from '../../../src/model/canonical';
import type { Attribute, Attributes, Kind, ProfileName } from '../../../src/model/kind';
import { KINDS } from '../../../src/model/kinds';
import { attributeAt } from '../../../src/model/natural-key';
import { PROFILES } from '../../../src/model/profiles';
import { isInput } from '../../../src/model/request';
import { findChanges, type PlanJson, type ResourceChange } from '../../../src/terraform/plan-json';
import { isJsonObject, type Json, type JsonObject, valueAt } from '../../../src/values/json';
import { isFullCampaign } from '../../fuzz';
import { KINDS_WITH_PROFILE } from '../kinds';
import { describeWith } from '../requirements';
import { type ProviderInProcess, providerInProcess } from './provider-in-process';
import {
  capacity,
  consistent,
  dependencies,
  fullConfig,
  fullConfigs,
  fullVariants,
  type Leaf,
  leavesOf,
  minimalConfig,
  sampleValue,
  withoutAttribute,
  withValue,
} from './samples';
import { type Service, serviceAt } from './service';
import { createWorkspace, expectUnchangedByRefresh, failureOf, type Resources, type Workspace } from './workspace';

/** Configurations of one kind by the name of the object. */
type Objects = Readonly<Record<string, JsonObject>>;

/** An object before and after a change of one attribute. */
interface Step {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly leaf: Leaf;
}

const terraformType = (kind: Kind): string => `netingress_${kind.name}`;
const nameOf = (path: readonly string[]): string => path.join('-');

/** Every attribute at every depth that the full configurations of a kind set, each once, with the first of them that sets it. */
function allLeaves(kind: Kind): VariantLeaf[] {
  const seen = new Set<string>();
  return fullConfigs(kind, { object: 0 }).flatMap((values, variant) =>
    leavesOf(kind.attributes, values)
      .filter(({ path }) => !seen.has(nameOf(path)) && seen.add(nameOf(path)))
      .map((leaf) => ({ leaf, variant })),
  );
}

/** Whether a change from one alternative to another replaces the object. */
function alternativesReplace(attributes: Attributes): boolean {
  return Object.values(attributes).some(
    (attribute) =>
      attribute.requiresReplace === 'if-presence-changes' ||
      (attribute.type === 'object' && alternativesReplace(attribute.attributes)),
  );
}

/** Whether the removal of the value replaces the object. */
function removalReplaces(attribute: Attribute, value: Json): boolean {
  if (attribute.requiresReplace) return true;
  return (
    attribute.type === 'object' &&
    isJsonObject(value) &&
    Object.entries(attribute.attributes).some(
      ([name, member]) => removalReplaces(member, value[name] ?? null) && (value[name] ?? null) !== null,
    )
  );
}

/** The resource types whose rows run in a plain `npm test`. Together they have alternatives, secrets, references and a unique key. */
const PLAIN_KINDS = ['ip_policy_rule', 'event_destination', 'cloud_endpoint'];

/** What decides the behavior of an attribute: `string required always  ref ` is a reference whose change replaces the object. */
function shapesOf(kind: Kind): string[] {
  return allLeaves(kind).map(({ leaf: { attribute, path } }) => {
    const change = attribute.requiresReplace ?? (attribute.detach ? 'detach' : 'in place');
    const unread = attribute.omittedFromResponses ? 'unread' : '';
    const ref = 'ref' in attribute && attribute.ref ? 'ref' : '';
    return [attribute.type, attribute.presence, change, unread, ref, path.length > 1 ? 'nested' : ''].join(' ');
  });
}

/**
 * The kinds whose rows are tested: those of a plain run, and as few others as are needed for each combination of
 * {@link shapesOf} to occur. Every kind is tested, by fewer rows, in every-kind.test.ts, failures/concurrency.test.ts and the
 * campaign of test/faults.
 */
export const MATRIX_KINDS = chooseKinds();

function chooseKinds(): typeof KINDS_WITH_PROFILE {
  const left = new Set(KINDS_WITH_PROFILE.flatMap(({ kind }) => shapesOf(kind)));
  const countNew = ({ kind }: (typeof KINDS_WITH_PROFILE)[number]): number =>
    new Set(shapesOf(kind).filter((shape) => left.has(shape))).size;
  const chosen = KINDS_WITH_PROFILE.filter(({ kind }) => PLAIN_KINDS.includes(kind.name));
  for (const { kind } of chosen) for (const shape of shapesOf(kind)) left.delete(shape);
  while (left.size > 0) {
    const best = KINDS_WITH_PROFILE.reduce((one, other) => (countNew(other) > countNew(one) ? other : one));
    for (const shape of shapesOf(best.kind)) left.delete(shape);
    chosen.push(best);
  }
  return chosen;
}

/** Of these, the types that have rows 1 and 2 with the packaged provider in a plain run, too. */
const PACKAGED_KINDS = ['ip_policy_rule', 'cloud_endpoint'];

/** A leaf with the number of the full configuration that contains it. */
interface VariantLeaf {
  readonly leaf: Leaf;
  readonly variant: number;
}

export function describeMatrix(kind: Kind, profile: ProfileName): void {
  const leaves = allLeaves(kind);
  describeWith(PLAIN_KINDS.includes(kind.name) ? [] : 'CAMPAIGN=full', terraformType(kind), () => {
    let emulator: ReturnType<typeof createEmulator>;
    let service: Service;
    let url: string;
    let workspace: Workspace;
    let inProcess: ProviderInProcess;

    beforeAll(async () => {
      // A certificate job that ended between two reads would change the object, and the test would report the difference.
      emulator = createEmulator({ profile, certificates: { seconds: 3_600 } });
      ({ url } = await emulator.listen());
      service = serviceAt(url, PROFILES[profile]);
      workspace = await createWorkspace(url, undefined, { NETINGRESS_PROFILE: profile });
      inProcess = await providerInProcess(workspace);
    });
    beforeEach(async () => {
      await emulator.reset();
      // An apply would start four processes of the packaged provider.
      inProcess.use();
    });
    afterEach(() => workspace.forget());
    afterAll(async () => {
      await inProcess?.close();
      await workspace?.remove();
      await emulator?.close();
    });

    const resources = (objects: Objects): Resources => {
      const others = dependencies(kind);
      return { ...others, [terraformType(kind)]: { ...others[terraformType(kind)], ...objects } };
    };
    /** The values that responses contain. The public service omits what it may omit, such as regions. */
    const readable = (values: Record<string, unknown>): Record<string, unknown> => {
      const known = Object.entries(withoutUnreadable(kind.attributes, values));
      const isOmitted = (name: string): boolean =>
        profile === 'ngrok' && kind.attributes[name]?.optionalInResponse === true;
      return Object.fromEntries(known.filter(([name]) => !isOmitted(name)));
    };
    const addressOf = (name: string): string => `${terraformType(kind)}.${name}`;
    const applied = async (objects: Objects): Promise<void> => {
      await workspace.configure(resources(objects));
      await workspace.apply();
    };
    const expectNoChange = async (): Promise<void> => {
      const changes = await workspace.changes();
      if (Object.keys(changes).length === 0) return;
      // Only now, because it takes a second command: what differs.
      const plan = JSON.parse(await workspace.ok('show', '-json', 'plan.bin')) as PlanJson;
      expect(findChanges(plan).map(({ address, change }) => ({ address, differs: differing(change) }))).toEqual([]);
    };
    const idOf = async (name: string): Promise<string> => String((await workspace.attributes(addressOf(name)))?.['id']);
    /** The service contains what the configuration says, for every attribute that can be read. */
    const expectAtService = async (name: string, config: JsonObject): Promise<void> => {
      const live = await service.attributes(kind, await idOf(name));
      const state = await workspace.attributes(addressOf(name));
      expect(unlike(kind.attributes, config, live ?? {}, state ?? {})).toEqual([]);
    };

    test('rows 1 and 2: minimal and full configurations are applied, then plan and refresh find no change, the service has them, and they are destroyed', async () => {
      if (isFullCampaign || PACKAGED_KINDS.includes(kind.name)) inProcess.dismiss();
      const variants = Math.min(fullVariants(kind), capacity(kind) - 1);
      const objects: Record<string, JsonObject> = { minimal: minimalConfig(kind, { object: 0 }) };
      for (let n = 0; n < variants; n++) objects[`full${n}`] = fullConfig(kind, n, { object: n + 1 });
      await applied(objects);
      await expectNoChange();
      // What follows does not depend on how the provider was started.
      inProcess.use();
      expect(await workspace.changes('-refresh=false')).toEqual({});
      await expectUnchangedByRefresh(workspace);
      for (const [name, config] of Object.entries(objects)) {
        await expectAtService(name, config);
        expect(await missingComputed(kind, workspace, addressOf(name))).toEqual([]);
      }
      await workspace.ok('destroy', '-auto-approve', '-no-color');
      expect(await service.count(kind)).toBe(0);
    });

    // An attribute of which the service accepts only one value has no other to change to.
    const mutable = leaves
      .filter(
        ({ leaf }) =>
          leaf.attribute.type !== 'object' && !leaf.attribute.requiresReplace && !insideReplace(kind, leaf.path),
      )
      .filter(({ leaf, variant }) => {
        const other = sampleValue(leaf.attribute, variant + 1, { object: 0 });
        return !semanticallyEqual(leaf.attribute, leaf.value, other);
      });

    test('row 3: each mutable attribute is updated in place', async () => {
      const steps = mutable.map(({ leaf, variant }, object): Step => {
        const before = fullConfig(kind, variant, { object });
        const other = sampleValue(leaf.attribute, variant + 1, { object });
        return { leaf, before, after: consistent(kind, withValue(before, leaf.path, other)) };
      });
      await checkSteps(steps, () => 'update');
    });

    test('row 4: removing an optional attribute clears it, and removing an optional-computed one changes nothing', async () => {
      const steps = leaves
        .filter(
          ({ leaf }) =>
            (leaf.attribute.presence === 'optional' || leaf.attribute.presence === 'optional-computed') &&
            !isAlternative(kind, leaf.path),
        )
        .filter(({ leaf: { attribute, value } }) => !attribute.requiresReplace && !removalReplaces(attribute, value))
        .map(({ leaf, variant }, object): Step => {
          const before = fullConfig(kind, variant, { object });
          return { leaf, before, after: withoutAttribute(kind, before, leaf.path) };
        })
        .filter(({ leaf, before, after }) => !isDefault(leaf, before, after));
      await checkSteps(steps, ({ attribute }) => (attribute.presence === 'optional-computed' ? undefined : 'update'));
    });

    const emptied = leaves
      .filter(({ leaf }) => leaf.attribute.presence === 'optional' && emptyValue(leaf.attribute) !== undefined)
      .filter(
        ({ leaf }) =>
          !isAlternative(kind, leaf.path) && !kind.requires?.some(({ requires }) => requires === leaf.path[0]),
      );

    test('row 4: empty values stay as they are written', async () => {
      const objects = Object.fromEntries(
        emptied
          .slice(0, capacity(kind))
          .map(({ leaf, variant }, object) => [
            nameOf(leaf.path),
            withValue(fullConfig(kind, variant, { object }), leaf.path, emptyValue(leaf.attribute)),
          ]),
      );
      await applied(objects);
      await expectNoChange();
      for (const [name, config] of Object.entries(objects)) {
        const state = await workspace.attributes(addressOf(name));
        const path = name.replaceAll('-', '.');
        expect(valueAt(state, path)).toEqual(valueAt(config, path));
      }
    });

    const immutable = leaves.filter(({ leaf }) => leaf.attribute.requiresReplace === 'always');

    const replacements = [
      ...immutable.map(({ leaf, variant }) => ({
        what: leaf.path.join('.'),
        from: (object: number) => fullConfig(kind, variant, { object }),
        to: (object: number) =>
          consistent(
            kind,
            withValue(
              fullConfig(kind, variant, { object }),
              leaf.path,
              sampleValue(leaf.attribute, variant + 1, { object }),
            ),
          ),
      })),
      ...(alternativesReplace(kind.attributes)
        ? [
            {
              what: 'alternative',
              from: (object: number) => fullConfig(kind, 0, { object }),
              to: (object: number) => fullConfig(kind, 1, { object }),
            },
          ]
        : []),
    ];
    // If the service accepts only one object with a natural key, and the replacement keeps the key, the new object cannot be
    // created before the present one is deleted.
    const isForbidden = ({ what }: { readonly what: string }): boolean =>
      kind.naturalKey?.unique === true && !kind.naturalKey.attributes.includes(what);
    const lifecycle = { create_before_destroy: true };

    if (replacements.length > 0) {
      const whats = replacements.map(({ what }) => what).join(', ');
      test(`row 5: another ${whats} replaces the object, also with create_before_destroy`, async () => {
        const replaced = [
          ...replacements.map(({ what, ...values }) => ({ name: what.replaceAll('.', '-'), values, more: {} })),
          ...replacements
            .filter((replacement) => !isForbidden(replacement))
            .map(({ what, ...values }) => ({
              name: `${what.replaceAll('.', '-')}-first`,
              values,
              more: { lifecycle },
            })),
          // Of a unique key each object needs two values; the next number may be the one that the new value belongs to.
        ].map((each, index) => ({ ...each, object: kind.naturalKey?.unique ? 2 * index : 0 }));
        const named = (which: 'from' | 'to'): Objects =>
          Object.fromEntries(
            replaced.map(({ name, values, more, object }) => [name, { ...values[which](object), ...more }]),
          );
        await applied(named('from'));
        const ids = await Promise.all(replaced.map(({ name }) => idOf(name)));
        await workspace.configure(resources(named('to')));
        const changes = await workspace.changes();
        expect(replaced.map(({ name }) => [name, changes[addressOf(name)]])).toEqual(
          replaced.map(({ name }) => [name, 'replace']),
        );
        await workspace.applyPlanned();
        for (const [index, { name, values, object }] of replaced.entries()) {
          expect(await idOf(name)).not.toBe(ids[index]);
          await expectAtService(name, values.to(object));
        }
        await expectNoChange();
      });
    }

    for (const { what, from, to } of replacements.filter(isForbidden)) {
      test(`row 5: another ${what} with create_before_destroy fails with the advice to remove the flag`, async () => {
        await applied({ replaced: { ...from(0), lifecycle } });
        await workspace.configure(resources({ replaced: { ...to(0), lifecycle } }));
        const failure = await failureOf(workspace, 'apply', '-no-color', '-auto-approve');
        expect(failure).toContain('Remove the flag there');
        expect(await service.count(kind)).toBeGreaterThan(0);
      });
    }

    test('rows 6 and 7: an import by id, by command or by block, leaves nothing to plan but what responses omit', async () => {
      const config = fullConfig(kind, 0, { object: 0 });
      await applied({ imported: config });
      const state = (await workspace.attributes(addressOf('imported'))) ?? {};
      const id = String(state['id']);
      await workspace.ok('state', 'rm', addressOf('imported'));
      await workspace.ok('import', '-no-color', addressOf('imported'), id);
      const imported = (await workspace.attributes(addressOf('imported'))) ?? {};
      expect(readable(imported)).toEqual(readable(state));
      const rest = findChanges(await workspace.plan()).filter((change) => !onlyUnreadable(kind, change, readable));
      expect(rest).toEqual([]);

      await workspace.ok('state', 'rm', addressOf('imported'));
      // Terraform 1.16.0 looks for a provider of the default namespace without `provider`.
      const block = { to: addressOf('imported'), id, provider: 'netingress' };
      await workspace.configure(dependencies(kind), { import: [block] });
      const plan = await workspace.plan('-generate-config-out=generated.tf');
      const change = plan.resource_changes?.find(({ address }) => address === addressOf('imported'));
      expect(change?.change.importing?.id).toBe(id);
      expect(change?.change.actions).toEqual(['no-op']);
      await workspace.ok('apply', '-no-color', '-auto-approve', 'plan.bin');
      // The configuration exists now, and a block that generates none must not have a provider.
      await workspace.configure(dependencies(kind));
      await expectNoChange();
    });

    test('row 7: a malformed id, an id of another type and the id of no object are rejected, with a message that says what is expected', async () => {
      const otherKind = KINDS.find((other) => other !== kind) as Kind;
      const ids = {
        nonsense: 'nonsense',
        otherKind: `${otherKind.idPrefix}_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF`,
        absent: `${kind.idPrefix}_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF`,
      };
      const config = minimalConfig(kind, { object: 0 });
      await workspace.configure(resources(Object.fromEntries(Object.keys(ids).map((name) => [name, config]))), {
        import: Object.entries(ids).map(([name, id]) => ({ to: addressOf(name), id })),
      });
      const said = await failureOf(workspace, 'plan', '-no-color');
      // A text that may be a natural key is looked for; any other is refused at once. Both say what is expected.
      expect(said).toMatch(/'nonsense' does not identify|The service has no [^.]* 'nonsense'/);
      expect(said).toContain(`${kind.idPrefix}_`);
      expect(said).toContain(`${otherKind.title}, not of`);
      expect(said).toContain('Cannot import non-existent remote object');
    });

    test('row 8: an object that was deleted outside Terraform is planned to be created, and is created', async () => {
      const config = fullConfig(kind, 0, { object: 0 });
      await applied({ vanished: config });
      await service.remove(kind, await idOf('vanished'));
      expect((await workspace.changes())[addressOf('vanished')]).toBe('create');
      await workspace.applyPlanned();
      await expectAtService('vanished', config);
      await expectNoChange();
    });

    test('row 9: an attribute that was changed outside Terraform is planned to be set back, and is', async () => {
      const cases = mutable.filter(({ leaf }) => !leaf.attribute.omittedFromResponses).slice(0, capacity(kind));
      const objects = Object.fromEntries(
        cases.map(({ leaf, variant }, object) => [nameOf(leaf.path), fullConfig(kind, variant, { object })]),
      );
      await applied(objects);
      for (const [object, { leaf, variant }] of cases.entries()) {
        const other = await resolved(sampleValue(leaf.attribute, variant + 1, { object }), workspace);
        await service.patch(
          kind,
          await idOf(nameOf(leaf.path)),
          consistent(kind, patchBody(kind, objects[nameOf(leaf.path)] ?? {}, leaf, other)),
        );
      }
      const changes = await workspace.changes();
      for (const { leaf } of cases) {
        expect([nameOf(leaf.path), changes[addressOf(nameOf(leaf.path))]]).toEqual([nameOf(leaf.path), 'update']);
      }
      await workspace.applyPlanned();
      for (const [name, config] of Object.entries(objects)) await expectAtService(name, config);
      await expectNoChange();
    });

    test('row 10: a destroy succeeds if the object was deleted outside Terraform', async () => {
      await applied({ vanished: minimalConfig(kind, { object: 0 }) });
      await service.remove(kind, await idOf('vanished'));
      await workspace.ok('destroy', '-auto-approve', '-no-color', '-refresh=false');
      expect(await service.count(kind)).toBe(0);
    });

    /** Applies all `before`, then all `after`, and expects the actions and a service that agrees. */
    async function checkSteps(all: readonly Step[], expected: (leaf: Leaf) => string | undefined): Promise<void> {
      expect(all.length).toBeGreaterThan(0);
      for (let from = 0; from < all.length; from += Math.min(capacity(kind), all.length)) {
        const steps = all.slice(from, from + capacity(kind));
        const named = (pick: (step: Step) => JsonObject): Objects =>
          Object.fromEntries(steps.map((step) => [nameOf(step.leaf.path), pick(step)]));
        await applied(named(({ before }) => before));
        const ids = await Promise.all(steps.map(({ leaf }) => idOf(nameOf(leaf.path))));
        await workspace.configure(resources(named(({ after }) => after)));
        const changes = await workspace.changes();
        const actions = steps.map((step) => [nameOf(step.leaf.path), changes[addressOf(nameOf(step.leaf.path))]]);
        expect(actions).toEqual(steps.map((step) => [nameOf(step.leaf.path), expected(step.leaf)]));
        await workspace.applyPlanned();
        await expectNoChange();
        for (const [index, { leaf, after }] of steps.entries()) {
          expect(await idOf(nameOf(leaf.path))).toBe(ids[index]);
          if (expected(leaf)) await expectAtService(nameOf(leaf.path), after);
        }
      }
    }
  });
}

function differing({ before, after, after_unknown }: ResourceChange['change']): string[] {
  const names = Object.keys({ ...before, ...after, ...after_unknown });
  return names.filter(
    (name) => after_unknown[name] === true || JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  );
}

/** The paths of attributes of which the service has another value than the configuration, or for references than the state. */
function unlike(
  attributes: Attributes,
  config: JsonObject,
  live: JsonObject,
  state: Record<string, unknown>,
): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    if (!isInput(attribute) || attribute.omittedFromResponses) return [];
    // The service may omit what it computed.
    if (attribute.presence === 'optional-computed') return [];
    if (attribute.type === 'object' && isJsonObject(config[name])) {
      const within = unlike(
        attribute.attributes,
        config[name],
        (live[name] ?? {}) as JsonObject,
        (state[name] ?? {}) as Record<string, unknown>,
      );
      return within.map((path) => `${name}.${path}`);
    }
    const wanted = 'ref' in attribute && attribute.ref ? state[name] : (config[name] ?? null);
    return semanticallyEqual(attribute, wanted, live[name]) ? [] : [name];
  });
}

/** Those of `id`, `uri` and `created_at` that the kind has, and the state does not. */
async function missingComputed(kind: Kind, workspace: Workspace, address: string): Promise<string[]> {
  const state = await workspace.attributes(address);
  return ['id', 'uri', 'created_at'].filter((name) => name in kind.attributes && typeof state?.[name] !== 'string');
}

function insideReplace(kind: Kind, path: readonly string[]): boolean {
  return path.some(
    (_, index) =>
      index > 0 && attributeAt(kind.attributes, path.slice(0, index).join('.')).requiresReplace === 'always',
  );
}

/** Whether the path is, or is below, one of alternatives of which exactly one must be set. */
function isAlternative(kind: Kind, path: readonly string[]): boolean {
  const parent = path.slice(0, -1).join('.');
  const attribute = parent === '' ? undefined : attributeAt(kind.attributes, parent);
  return attribute?.type === 'object' && (attribute.exactlyOne?.includes(path.at(-1) as string) ?? false);
}

/** Whether removing the attribute changes nothing because it has its default value. */
function isDefault(leaf: Leaf, before: JsonObject, after: JsonObject): boolean {
  const path = leaf.path.join('.');
  return semanticallyEqual(leaf.attribute, valueAt(before, path), valueAt(after, path));
}

function emptyValue(attribute: Attribute): Json | undefined {
  if (attribute.omittedFromResponses) return undefined;
  if (attribute.type === 'bool') return false;
  if (attribute.type === 'string') return attribute.emptyIsAbsent && !attribute.enum ? '' : undefined;
  if (attribute.type === 'set' || attribute.type === 'list') return [];
  return undefined;
}

function withoutUnreadable(attributes: Attributes, values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([, attribute]) => !attribute.omittedFromResponses)
      .map(([name, attribute]) => {
        const value = values[name];
        const within = attribute.type === 'object' && isJsonObject(value);
        return [name, within ? withoutUnreadable(attribute.attributes, value) : value];
      }),
  );
}

/** Whether a planned change is only about attributes that no response contains. */
function onlyUnreadable(
  kind: Kind,
  { change }: ResourceChange,
  readable: (values: Record<string, unknown>) => Record<string, unknown>,
): boolean {
  if (change.actions.join() !== 'update' || !change.before || !change.after) return false;
  const known = (values: object): unknown =>
    withoutVolatile(kind.attributes, readable(values as Record<string, unknown>));
  return JSON.stringify(known(change.before)) === JSON.stringify(known(change.after));
}

function withoutVolatile(attributes: Attributes, values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([, { recomputedWhen }]) => recomputedWhen === undefined)
      .map(([name, attribute]) => {
        const value = values[name];
        return [
          name,
          attribute.type === 'object' && isJsonObject(value) ? withoutVolatile(attribute.attributes, value) : value,
        ];
      }),
  );
}

/** The body of a PATCH for one attribute: the changed member, or the whole top-level object that it is in. */
function patchBody(kind: Kind, config: JsonObject, { path }: Leaf, value: Json): JsonObject {
  const [top] = path as [string, ...string[]];
  const changed = withValue(config, path, value);
  const whole = changed[top] ?? null;
  return { [top]: path.length > 1 ? withoutImmutable(attributeAt(kind.attributes, top), whole) : whole };
}

function withoutImmutable(attribute: Attribute, value: Json): Json {
  if (attribute.type !== 'object' || !isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => attribute.attributes[name]?.requiresReplace !== 'always')
      .map(([name, member]) => [name, withoutImmutable(attribute.attributes[name] as Attribute, member ?? null)]),
  );
}

/** Terraform's references in a sample, resolved from the state. */
async function resolved(value: Json, workspace: Workspace): Promise<Json> {
  if (Array.isArray(value)) return Promise.all((value as Json[]).map((item) => resolved(item, workspace)));
  const [, address = '', attribute = ''] =
    (typeof value === 'string' && /^\$\{(netingress_\w+\.\w+)\.(\w+)\}$/.exec(value)) || [];
  return address === '' ? value : String((await workspace.attributes(address))?.[attribute]);
}
