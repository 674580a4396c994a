/**
 * Rows 1 to 10 of the acceptance matrix (docs/internals/terraform-protocol-rules.md, 5.4; row 7 without its wrong ids) with
 * the real terraform binary, made from the model. Several kinds, with an object for each attribute and row, are one
 * configuration, which a few runs of Terraform take through these rows.
 */
import { semanticallyEqual } from '../../../src/model/canonical';
import type { Attribute, Attributes, Kind, ProfileName } from '../../../src/model/kind';
import { attributeAt } from '../../../src/model/natural-key';
import { PROFILES } from '../../../src/model/profiles';
import { isInput } from '../../../src/model/request';
import { findChanges, type ResourceChange } from '../../../src/terraform/plan-json';
import { isJsonObject, type Json, type JsonObject, valueAt } from '../../../src/values/json';
import { type AllKinds, merged } from '../../support/acceptance/all-kinds';
import {
  type AttachedAccount,
  type AttachedWorkspace,
  openAttachedAccount,
} from '../../support/acceptance/provider-in-process';
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
  type SampleContext,
  sampleValue,
  withoutAttribute,
  withValue,
} from '../../support/acceptance/samples';
import { type Service, serviceAt } from '../../support/acceptance/service';
import { expectUnchanged, failureOf } from '../../support/acceptance/workspace';
import { KINDS_WITH_PROFILE } from '../../support/kinds';
import { describeWith, testInCi } from '../../support/requirements';

/** The kinds of a plain `npm test`. Together they have alternatives, secrets, references and a unique key. */
const PLAIN_KINDS = ['ip_policy_rule', 'event_destination', 'domain'];

const CHOSEN = chooseKinds();

/**
 * The kinds whose rows are tested: those of a plain run, and others until each combination of {@link shapesOf} occurs, next
 * the one that adds most. Every kind is tested, by fewer rows, in every-kind.test.ts, failures/concurrency.test.ts and
 * the campaign of test/faults.
 */
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

/**
 * What decides the behavior of each attribute, in six parts, of which the last three may be empty:
 * `string required always  ref ` is a text that is required, a reference, and replaces the object if it changes.
 */
function shapesOf(kind: Kind): string[] {
  return allLeaves(kind).map(({ leaf: { attribute, path } }) => {
    const change = attribute.requiresReplace ?? (attribute.detach ? 'detach' : 'in place');
    const unread = attribute.omittedFromResponses ? 'unread' : '';
    const ref = 'ref' in attribute && attribute.ref ? 'ref' : '';
    return [attribute.type, attribute.presence, change, unread, ref, path.length > 1 ? 'nested' : ''].join(' ');
  });
}

const isPlain = ({ name }: Kind): boolean => PLAIN_KINDS.includes(name);
const chosenIn = (profile: ProfileName): Kind[] =>
  CHOSEN.filter((each) => each.profile === profile).map(({ kind }) => kind);

describeMatrix('spec', chosenIn('spec').filter(isPlain));
describeWith('CAMPAIGN=full', 'other kinds', () => {
  describeMatrix(
    'spec',
    chosenIn('spec').filter((kind) => !isPlain(kind)),
  );
  describeMatrix('ngrok', chosenIn('ngrok'));
});

/** A leaf with the number of the full configuration that contains it. */
interface VariantLeaf {
  readonly leaf: Leaf;
  readonly variant: number;
}

/**
 * Every attribute at every depth that the full configurations of a kind set, each once, with the first of them that
 * sets it.
 */
function allLeaves(kind: Kind): VariantLeaf[] {
  const seen = new Set<string>();
  return fullConfigs(kind, { object: 0 }).flatMap((values, variant) =>
    leavesOf(kind.attributes, values)
      .filter(({ path }) => !seen.has(path.join()) && seen.add(path.join()))
      .map((leaf) => ({ leaf, variant })),
  );
}

type Row =
  | '1 and 2'
  | '3: updated'
  | '4: cleared'
  | '4: empty'
  | '5: replaced'
  | '5: replaced, new first'
  | '8: deleted outside'
  | '9: changed outside';

/** Makes the configuration of the object with that number. */
type Make = (context: SampleContext) => JsonObject;

/** An object that one row of the matrix is shown with. */
interface Case {
  readonly kind: Kind;
  readonly row: Row;
  /** The path of what is changed, for example; kind, row and this differ from case to case. */
  readonly what: string;
  readonly before: Make;
  /** The configuration of the second apply; `before` by default. */
  readonly after?: Make;
  /** Changes the object outside Terraform between the applies. */
  readonly outside?: (id: string, before: JsonObject, context: SampleContext) => Promise<void>;
  /** Whether the second configuration says the same as the first: it omits an attribute that has its default value. */
  readonly isUnchanged?: (context: SampleContext) => boolean;
  /** What the second plan shows for an object that is changed; nothing by default. */
  readonly action?: 'update' | 'replace' | 'create';
}

/** The cases of a kind. `resolve` puts ids in place of Terraform's references. */
function listCases(kind: Kind, service: () => Service, resolve: (value: Json) => Promise<Json>): Case[] {
  const leaves = allLeaves(kind);
  const full = makeFull(kind);
  const variants = Math.min(fullVariants(kind), capacity(kind) - 1);
  const applied: Case[] = [
    { kind, row: '1 and 2', what: 'minimal', before: (context) => minimalConfig(kind, context) },
    ...Array.from({ length: variants }, (_, n): Case => ({ kind, row: '1 and 2', what: `full ${n}`, before: full(n) })),
  ];

  // An attribute of which the service accepts only one value has no other to change to.
  const mutable = leaves
    .filter(({ leaf: { attribute } }) => attribute.type !== 'object' && !attribute.requiresReplace)
    .filter(({ leaf }) => !insideReplace(kind, leaf.path))
    .filter(({ leaf, variant }) => {
      const other = sampleValue(leaf.attribute, variant + 1, { object: 0 });
      return !semanticallyEqual(leaf.attribute, leaf.value, other);
    });
  const updated = mutable.map(({ leaf, variant }): Case => {
    const after = withOther(kind, leaf, variant);
    return { kind, row: '3: updated', what: leaf.path.join('.'), before: full(variant), after, action: 'update' };
  });

  const cleared = leaves
    .filter(({ leaf: { attribute } }) => attribute.presence.startsWith('optional') && !attribute.requiresReplace)
    .filter(({ leaf }) => !isAlternative(kind, leaf.path) && !removalReplaces(leaf.attribute, leaf.value))
    .map(
      ({ leaf, variant }): Case => ({
        kind,
        row: '4: cleared',
        what: leaf.path.join('.'),
        before: full(variant),
        after: (context) => withoutAttribute(kind, full(variant)(context), leaf.path),
        isUnchanged(context) {
          const before = full(variant)(context);
          return isDefault(leaf, before, withoutAttribute(kind, before, leaf.path));
        },
        // What the service computes stays as it is.
        ...(leaf.attribute.presence === 'optional' && { action: 'update' }),
      }),
    );

  const emptied = leaves
    .filter(({ leaf: { attribute } }) => attribute.presence === 'optional' && emptyValue(attribute) !== undefined)
    .filter(({ leaf: { path } }) => !isAlternative(kind, path))
    .filter(({ leaf: { path } }) => !kind.requires?.some(({ requires }) => requires === path[0]))
    .map(
      ({ leaf, variant }): Case => ({
        kind,
        row: '4: empty',
        what: leaf.path.join('.'),
        before: (context) => withValue(full(variant)(context), leaf.path, emptyValue(leaf.attribute)),
      }),
    );

  const deleted: Case = {
    kind,
    row: '8: deleted outside',
    what: 'object',
    before: full(0),
    outside: (id) => service().remove(kind, id),
    action: 'create',
  };

  const changed = mutable
    .filter(({ leaf }) => !leaf.attribute.omittedFromResponses)
    .map(
      ({ leaf, variant }): Case => ({
        kind,
        row: '9: changed outside',
        what: leaf.path.join('.'),
        before: full(variant),
        async outside(id, before, context) {
          const other = await resolve(sampleValue(leaf.attribute, variant + 1, context));
          await service().patch(kind, id, consistent(kind, patchBody(kind, before, leaf, other)));
        },
        action: 'update',
      }),
    );

  return [...applied, ...updated, ...cleared, ...emptied, ...listReplacements(kind), deleted, ...changed];
}

function makeFull(kind: Kind): (variant: number) => Make {
  return (variant) => (context) => fullConfig(kind, variant, context);
}

/** The full configuration of that number with another value of one attribute. */
function withOther(kind: Kind, leaf: Leaf, variant: number): Make {
  return (context) => {
    const other = sampleValue(leaf.attribute, variant + 1, context);
    return consistent(kind, withValue(fullConfig(kind, variant, context), leaf.path, other));
  };
}

const CREATED_FIRST = { lifecycle: { create_before_destroy: true } };

/** Another value of each attribute whose change replaces the object, and another alternative, with the flag and without. */
function listReplacements(kind: Kind): Case[] {
  const full = makeFull(kind);
  const values = allLeaves(kind)
    .filter(({ leaf }) => leaf.attribute.requiresReplace === 'always')
    .map(({ leaf, variant }) => ({
      what: leaf.path.join('.'),
      before: full(variant),
      after: withOther(kind, leaf, variant),
    }));
  const alternatives = alternativesReplace(kind.attributes)
    ? [{ what: 'alternative', before: full(0), after: full(1) }]
    : [];
  const first =
    (make: Make): Make =>
    (context) => ({ ...make(context), ...CREATED_FIRST });
  return [...values, ...alternatives].flatMap(({ what, before, after }): Case[] => [
    { kind, row: '5: replaced', what, before, after, action: 'replace' },
    { kind, row: '5: replaced, new first', what, before: first(before), after: first(after), action: 'replace' },
  ]);
}

/**
 * If the service accepts only one object with a natural key, and the replacement keeps the key, the new object cannot
 * be created before the present one is deleted.
 */
function isForbidden({ kind, row, what }: Case): boolean {
  const { unique = false, attributes = [] } = kind.naturalKey ?? {};
  return row === '5: replaced, new first' && unique && !attributes.includes(what);
}

/** A case with the number of its object among those of the kind in one configuration. */
interface Placed extends Case {
  readonly name: string;
  readonly address: string;
  readonly context: SampleContext;
}

/**
 * The cases by configuration. If a kind has room for few objects, as for one restriction of each type, its cases need
 * several.
 */
function inRounds(cases: readonly Case[]): Placed[][] {
  const rounds: Placed[][] = [];
  const next = new Map<string, { round: number; object: number }>();
  for (const each of cases) {
    const { kind, row, what } = each;
    const { round, object } = next.get(kind.name) ?? { round: 0, object: 0 };
    // A replacement uses two values of a unique key. The new value may be the one of the next number, so it takes two.
    const objects = each.action === 'replace' ? 2 : 1;
    const place = object + objects > capacity(kind) ? { round: round + 1, object: 0 } : { round, object };
    next.set(kind.name, { ...place, object: place.object + objects });
    // Without a unique key, objects that are replaced may be equal: then number 0 selects the alternatives of each.
    const isEqual = each.action === 'replace' && !kind.naturalKey?.unique;
    const context = { object: isEqual ? 0 : place.object };
    const { action, ...others } = each;
    const isChanged = action && !each.isUnchanged?.(context);
    const name = `row ${row} ${what}`.replace(/[^a-z0-9_]+/g, '-');
    const address = `netingress_${kind.name}.${name}`;
    const placed = { ...others, ...(isChanged && { action }), name, address, context };
    rounds[place.round] = [...(rounds[place.round] ?? []), placed];
  }
  return rounds;
}

type Values = Readonly<Record<string, unknown>>;
type States = ReadonlyMap<string, Values>;

/** What was found of a case after an apply: its attributes, and those of which the service has another value. */
interface Observed {
  readonly state: Values;
  readonly unlike: readonly string[];
}

interface Outcome {
  readonly placed: Placed;
  readonly planned: string | undefined;
  /** After each of the two applies. */
  readonly seen: readonly [Observed, Observed];
}

type Configure = (placed: readonly Placed[], which: 'before' | 'after') => Promise<void>;

function describeMatrix(profile: ProfileName, kinds: readonly Kind[]): void {
  describe(`profile ${profile}, ${kinds.map(({ name }) => name).join(', ')}`, () => {
    let account: AttachedAccount;
    let workspace: AttachedWorkspace;
    let service: Service;
    const reset = async (): Promise<void> => {
      await account.emulator.reset();
      await workspace.forget();
    };

    beforeAll(async () => {
      // A certificate job that ended between two reads would change the object, and the test would report the difference.
      account = await openAttachedAccount({ profile, certificates: { seconds: 3_600 } });
      ({ workspace } = account);
      service = serviceAt(account.url, PROFILES[profile]);
      for (const placed of rounds) await runRound(placed);
    });
    afterAll(() => account?.close());

    const each = kinds.map((kind) => [`netingress_${kind.name}`, kind] as const);
    const others = merged(...kinds.map((kind) => dependencies(kind)));
    const configure: Configure = (placed, which) => {
      const objects = placed.map(({ kind, name, context, before, after = before }) => {
        const make = which === 'before' ? before : after;
        return { [`netingress_${kind.name}`]: { [name]: make(context) } };
      });
      return workspace.configure(merged(others, ...objects));
    };

    const resolve = async (value: Json): Promise<Json> => resolved(value, await workspace.allAttributes());
    const cases = kinds.flatMap((kind) => listCases(kind, () => service, resolve));
    const rounds = inRounds(cases.filter((one) => !isForbidden(one)));
    const outcomes: Outcome[] = [];
    const left: (readonly [kind: string, objects: number])[] = [];

    const observe = async (placed: readonly Placed[], which: 'before' | 'after'): Promise<Observed[]> => {
      const states = await workspace.allAttributes();
      const all = placed.map(async ({ kind, address, context, before, after = before }) => {
        const state = states.get(address) ?? {};
        const live = await service.attributes(kind, String(state['id']));
        const config = (which === 'before' ? before : after)(context);
        return { state, unlike: unlike(kind.attributes, config, live ?? {}, state) };
      });
      return Promise.all(all);
    };

    /**
     * Applies the first configuration of the cases, changes objects outside Terraform, applies the second one, and
     * destroys all.
     */
    async function runRound(placed: readonly Placed[]): Promise<void> {
      await configure(placed, 'before');
      await workspace.apply();
      const first = await observe(placed, 'before');
      for (const [index, { outside, before, context }] of placed.entries())
        await outside?.(String(first[index]?.state['id']), before(context), context);
      await configure(placed, 'after');
      const planned = await workspace.apply();
      await expectUnchanged(workspace);
      const second = await observe(placed, 'after');
      for (const [index, { kind, what }] of placed.entries())
        if (what === 'minimal') await service.remove(kind, String(second[index]?.state['id']));
      await workspace.ok('destroy', '-auto-approve', '-no-color', '-refresh=false');
      for (const [index, one] of placed.entries())
        outcomes.push({
          placed: one,
          planned: planned[one.address],
          seen: [first[index], second[index]] as Outcome['seen'],
        });
      for (const kind of kinds) left.push([kind.name, await service.count(kind)]);
      await reset();
    }

    const outcomesOf = (kind: Kind, ...rows: readonly Row[]): Outcome[] =>
      outcomes.filter(({ placed }) => placed.kind === kind && rows.includes(placed.row));
    /** Expects the planned actions, and a service that agrees with the configuration, before and after. */
    const expectOutcomes = (found: readonly Outcome[]): void => {
      expect(found.length).toBeGreaterThan(0);
      expect(
        found.map(({ placed, planned, seen }) => [placed.name, planned, ...seen.map((each) => each.unlike)]),
      ).toEqual(found.map(({ placed }) => [placed.name, placed.action, [], []]));
    };
    const keepsId = ({ seen: [first, second] }: Outcome): boolean => first.state['id'] === second.state['id'];

    test.each(each)(
      '%s rows 1 and 2: after minimal and full configurations are applied, the service has them',
      (_, kind) => {
        const found = outcomesOf(kind, '1 and 2');
        expectOutcomes(found);
        expect(found.flatMap(({ seen: [{ state }] }) => missingComputed(kind, state))).toEqual([]);
      },
    );

    test.each(each)(
      '%s rows 3 and 4: a mutable attribute is updated in place; removing an optional attribute clears it, and removing an optional-computed one changes nothing; an empty value stays as it is written',
      (_, kind) => {
        for (const row of ['3: updated', '4: cleared'] as const) {
          const found = outcomesOf(kind, row);
          expectOutcomes(found);
          expect(found.filter((outcome) => !keepsId(outcome))).toEqual([]);
        }
        const empty = outcomesOf(kind, '4: empty');
        expect(empty.map(({ placed, seen: [{ state }] }) => [placed.what, valueAt(state, placed.what)])).toEqual(
          empty.map(({ placed }) => [placed.what, valueAt(placed.before(placed.context), placed.what)]),
        );
      },
    );

    test.each(each.filter(([, kind]) => listReplacements(kind).length > 0))(
      '%s row 5: another value of an immutable attribute replaces the object, also with create_before_destroy',
      (_, kind) => {
        const found = outcomesOf(kind, '5: replaced', '5: replaced, new first');
        expectOutcomes(found);
        expect(found.filter(keepsId)).toEqual([]);
      },
    );

    test.each(each)(
      '%s rows 8 and 9: an object that was deleted outside Terraform is created, and a changed attribute is set back',
      (_, kind) => expectOutcomes(outcomesOf(kind, '8: deleted outside', '9: changed outside')),
    );

    test('rows 1 and 10: a destroy leaves no object, and succeeds if some were deleted outside Terraform', () => {
      expect(left).toEqual(rounds.flatMap(() => kinds.map(({ name }) => [name, 0])));
    });

    const forbidden = inRounds(cases.filter(isForbidden)).flat();
    if (forbidden.length > 0)
      testInCi(
        'row 5: create_before_destroy, if the new object would have the unique key of the present one, fails with the advice to remove the flag, and an object stays',
        async () => {
          await configure(forbidden, 'before');
          await workspace.apply();
          await configure(forbidden, 'after');
          const failure = await failureOf(workspace, 'apply', '-no-color', '-auto-approve');
          expect(failure.match(/Remove the flag there/g)).toHaveLength(forbidden.length);
          for (const { kind } of forbidden) expect(await service.count(kind)).toBeGreaterThan(0);
          await reset();
        },
      );

    testInCi(
      'rows 6 and 7: an import by id, by command or by block, leaves nothing to plan but what responses omit',
      async () => {
        const addressesOf = (name: string): string[] => each.map(([type]) => `${type}.${name}`);
        const [blocks, commands] = [addressesOf('by_block'), addressesOf('by_command')];
        const kindOf = (address: string): Kind => kinds.find((_, n) => address.startsWith(`${each[n]?.[0]}.`)) as Kind;
        const objectOf = (address: string): AllKinds => {
          const [type = '', name = ''] = address.split('.');
          return { [type]: { [name]: fullConfig(kindOf(address), 0, { object: name === 'by_block' ? 0 : 1 }) } };
        };
        const imported = merged(others, ...commands.map(objectOf));
        await workspace.configure(merged(imported, ...blocks.map(objectOf)));
        await workspace.apply();
        const before = await workspace.allAttributes();
        const idOf = (address: string): string => String(before.get(address)?.['id']);
        const readableOf = (states: States): unknown[] =>
          commands.map((address) => readable(kindOf(address), profile, states.get(address) ?? {}));
        await workspace.ok('state', 'rm', ...blocks, ...commands);
        for (const address of commands) await workspace.ok('import', '-no-color', address, idOf(address));
        expect(readableOf(await workspace.allAttributes())).toEqual(readableOf(before));

        // Terraform 1.16.0 looks for a provider of the default namespace without `provider`.
        await workspace.configure(imported, {
          import: blocks.map((to) => ({ to, id: idOf(to), provider: 'netingress' })),
        });
        const plan = await workspace.plan('-generate-config-out=generated.tf');
        const imports = (plan.resource_changes ?? []).filter(({ change }) => change.importing);
        expect(imports.map(({ address, change }) => [address, change.importing?.id, ...change.actions]).sort()).toEqual(
          blocks.map((address) => [address, idOf(address), 'no-op']).sort(),
        );
        const rest = findChanges(plan).filter(
          (change) =>
            !change.change.importing &&
            !(commands.includes(change.address) && onlyUnreadable(kindOf(change.address), profile, change)),
        );
        expect(rest).toEqual([]);
        await workspace.applyPlanned();
        // The configuration exists now, and a block that generates none must not have a provider.
        await workspace.configure(imported);
        await expectUnchanged(workspace);
        await reset();
      },
    );
  });
}

/** The values that responses contain. The public service omits what it may omit, such as regions. */
function readable(kind: Kind, profile: ProfileName, values: Values): Values {
  const known = Object.entries(
    withoutAttributes(kind.attributes, values, ({ omittedFromResponses }) => Boolean(omittedFromResponses)),
  );
  const isOmitted = (name: string): boolean =>
    profile === 'ngrok' && kind.attributes[name]?.optionalInResponse === true;
  return Object.fromEntries(known.filter(([name]) => !isOmitted(name)));
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

/**
 * The paths of attributes of which the service has another value than the configuration, or for references than the
 * state.
 */
function unlike(attributes: Attributes, config: JsonObject, live: JsonObject, state: Values): string[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    if (!isInput(attribute) || attribute.omittedFromResponses) return [];
    // The service may omit what it computed.
    if (attribute.presence === 'optional-computed') return [];
    if (attribute.type === 'object' && isJsonObject(config[name])) {
      const [ofLive, ofState] = [(live[name] ?? {}) as JsonObject, (state[name] ?? {}) as Values];
      return unlike(attribute.attributes, config[name], ofLive, ofState).map((path) => `${name}.${path}`);
    }
    const wanted = 'ref' in attribute && attribute.ref ? state[name] : (config[name] ?? null);
    return semanticallyEqual(attribute, wanted, live[name]) ? [] : [name];
  });
}

/** Those of `id`, `uri` and `created_at` that the kind has, and the state does not. */
function missingComputed(kind: Kind, state: Values): string[] {
  return ['id', 'uri', 'created_at'].filter((name) => name in kind.attributes && typeof state[name] !== 'string');
}

/** Whether the path is below an object whose change replaces the resource. */
function insideReplace(kind: Kind, path: readonly string[]): boolean {
  return path.some(
    (_, index) =>
      index > 0 && attributeAt(kind.attributes, path.slice(0, index).join('.')).requiresReplace === 'always',
  );
}

/** Whether the path is one of alternatives of which exactly one must be set. */
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

/** The empty value that the attribute may have; undefined if it may have none, or responses do not show it. */
function emptyValue(attribute: Attribute): Json | undefined {
  if (attribute.omittedFromResponses) return undefined;
  if (attribute.type === 'bool') return false;
  if (attribute.type === 'string') return attribute.emptyIsAbsent && !attribute.enum ? '' : undefined;
  if (attribute.type === 'set' || attribute.type === 'list') return [];
  return undefined;
}

/** The values without the attributes that are left out, at any depth of objects. */
function withoutAttributes(
  attributes: Attributes,
  values: Values,
  isLeftOut: (attribute: Attribute) => boolean,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([, attribute]) => !isLeftOut(attribute))
      .map(([name, attribute]) => {
        const value = values[name];
        const within = attribute.type === 'object' && isJsonObject(value);
        return [name, within ? withoutAttributes(attribute.attributes, value, isLeftOut) : value];
      }),
  );
}

/** Whether a planned change is only about attributes that responses omit, or that are computed anew. */
function onlyUnreadable(kind: Kind, profile: ProfileName, { change }: ResourceChange): boolean {
  if (change.actions.join() !== 'update' || !change.before || !change.after) return false;
  const isVolatile = ({ recomputedWhen }: Attribute): boolean => recomputedWhen !== undefined;
  const known = (values: Values): unknown =>
    withoutAttributes(kind.attributes, readable(kind, profile, values), isVolatile);
  return JSON.stringify(known(change.before)) === JSON.stringify(known(change.after));
}

/** The body of a PATCH for one attribute: the changed member, or what may change of the top-level object that it is in. */
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
function resolved(value: Json, states: States): Json {
  if (Array.isArray(value)) return (value as Json[]).map((item) => resolved(item, states));
  const [, address = '', attribute = ''] =
    (typeof value === 'string' && /^\$\{(netingress_\w+\.\w+)\.(\w+)\}$/.exec(value)) || [];
  return address === '' ? value : String(states.get(address)?.[attribute]);
}
