import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EVENTS } from '../../src/model/events/event-catalog';
import { AUDITED_KINDS, EVENT_TYPES, eventTypesIn } from '../../src/model/events/event-types';
import { LIST_MEMBERS } from '../../src/model/events/field-types';
import { type Attribute, type Attributes, type Kind, membersOf, type ScalarAttribute } from '../../src/model/kind';
import { getKind, KINDS, tryFindKind } from '../../src/model/kinds';
import { attributeAt } from '../../src/model/natural-key';
import { formatProblem } from '../../src/model/problem';
import { PROVIDER_ATTRIBUTES, type ProviderAttribute, secretsFromEnvironment } from '../../src/model/provider-config';
import { isInput, isSetOnCreateOnly } from '../../src/model/request';
import { checkValues } from '../../src/model/validation/validate';

describe('kinds', () => {
  /** An attribute at any depth. */
  interface AttributeAt {
    readonly path: string;
    readonly attribute: Attribute;
    /** Whether it is in an element of a set, list or map. */
    readonly inElement: boolean;
  }

  function listAttributes(attributes: Attributes, above = '', inElement = false): AttributeAt[] {
    return Object.entries(attributes).flatMap(([name, attribute]) => {
      const path = above === '' ? name : `${above}.${name}`;
      const below = listAttributes(membersOf(attribute), path, inElement || 'elements' in attribute);
      return [{ path, attribute, inElement }, ...below];
    });
  }

  /** The attributes of the same object that the rules of an attribute name. */
  function listNamed(attribute: Attribute): readonly (string | undefined)[] {
    const { allowedOnlyWith, conditionalDefault, detach } = attribute;
    const ref = 'ref' in attribute ? attribute.ref : undefined;
    const host = attribute.type === 'object' ? attribute.foundByHost : undefined;
    return [
      allowedOnlyWith?.attribute,
      conditionalDefault?.where.attribute,
      detach?.replacedBy,
      ref && 'ignoredWhile' in ref ? ref.ignoredWhile : undefined,
      ref && 'certifies' in ref ? ref.certifies : undefined,
      host?.url,
    ];
  }

  const kinds = KINDS.map((kind) => [kind.name, kind] as const);

  function unique(values: readonly string[]): void {
    expect([...values].sort()).toEqual([...new Set(values)].sort());
  }

  test('names, plurals, titles, paths and prefixes are unique', () => {
    for (const member of ['name', 'plural', 'title', 'path', 'idPrefix'] as const)
      unique(KINDS.map((kind) => kind[member]));
  });

  test('getKind finds kinds by name and throws for unknown names', () => {
    for (const kind of KINDS) expect([getKind(kind.name), tryFindKind(kind.name)]).toEqual([kind, kind]);
    expect(tryFindKind('stranger')).toBeUndefined();
    expect(() => getKind('stranger')).toThrow("Unknown kind 'stranger'");
  });

  describe.each(kinds)('%s', (_, kind: Kind) => {
    const all = listAttributes(kind.attributes);
    const broken = (holds: (item: AttributeAt) => boolean): string[] =>
      all.filter((item) => !holds(item)).map(({ path }) => path);

    test('has no attribute of one profile in a list, set or map: `validateProfile` does not search them', () => {
      const inElements = all.flatMap(({ path, attribute }) =>
        attribute.type === 'object' ? [] : listAttributes(membersOf(attribute), path),
      );
      expect(inElements.filter(({ attribute }) => attribute.profiles).map(({ path }) => path)).toEqual([]);
    });

    test('has names in lower snake case and a path', () => {
      for (const name of [kind.name, kind.plural, kind.listKey, kind.idPrefix])
        expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(kind.path).toMatch(/^\/[a-z_]+$/);
      expect(broken(({ path }) => /^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$/.test(path))).toEqual([]);
    });

    test('begins with id, uri and created_at, and has description and metadata, except the service user', () => {
      expect(Object.keys(kind.attributes).slice(0, 3)).toEqual(['id', 'uri', 'created_at']);
      // Service users have neither.
      if (kind.name === 'service_user') return;
      for (const name of ['description', 'metadata'])
        expect(kind.attributes[name]).toMatchObject({ presence: 'optional' });
      const limit = kind.name === 'event_subscription' ? 'maxCharacters' : 'maxBytes';
      expect(kind.attributes['description']).toMatchObject({ [limit]: 255 });
      expect(kind.attributes['metadata']).toMatchObject({ [limit]: 4096 });
    });

    test('refers only to kinds before it, by an id or by the host of a URL', () => {
      const before = KINDS.slice(0, KINDS.indexOf(kind)).map(({ name }) => name);
      const refs = all.flatMap(({ attribute }) => ('ref' in attribute && attribute.ref ? [attribute.ref] : []));
      const byHost = all.flatMap(({ attribute }) => ('foundByHost' in attribute ? (attribute.foundByHost ?? []) : []));
      for (const { kind: target } of [...refs, ...byHost]) expect(before).toContain(target);
      for (const { responseName } of refs) expect(responseName).not.toBe('');
    });

    // The provider plans elements whole.
    test('has in elements no attribute that is computed, has a default, requires a replacement, or that responses omit', () => {
      const isPlain = (attribute: Attribute): boolean =>
        isInput(attribute) &&
        attribute.default === undefined &&
        !attribute.requiresReplace &&
        !attribute.omittedFromResponses;
      expect(broken(({ inElement, attribute }) => !inElement || isPlain(attribute))).toEqual([]);
    });

    test('identifies elements of sets by a required member', () => {
      const sets = all.flatMap(({ attribute }) =>
        attribute.type === 'set' && attribute.elements !== 'string' ? [attribute] : [],
      );
      for (const { idMember, elements } of sets)
        expect(elements[idMember ?? '']).toMatchObject({ presence: 'required', type: 'string' });
    });

    test('uses requiredOnCreate for optional inputs only, and omittedFromResponses and requiresReplace for inputs only, unless it is after-create', () => {
      expect(broken(({ attribute }) => !attribute.requiredOnCreate || attribute.presence === 'optional')).toEqual([]);
      const isOmitted = ({ omittedFromResponses }: Attribute): boolean =>
        omittedFromResponses !== undefined && omittedFromResponses !== 'after-create';
      const needsInput = (attribute: Attribute): boolean =>
        isOmitted(attribute) || attribute.requiresReplace !== undefined;
      expect(broken(({ attribute }) => !needsInput(attribute) || isInput(attribute))).toEqual([]);
    });

    test('has valid defaults, for optional attributes only', () => {
      const defaulted = all.filter(({ attribute }) => attribute.default !== undefined);
      for (const { attribute } of defaulted) {
        expect(attribute.presence).toBe('optional');
        expect(checkValues({ attributes: { x: attribute } }, { x: attribute.default })).toEqual([]);
      }
    });

    // Otherwise an update could not clear it: no request sets a number or bool to "not set" (`clearingValue` in
    // request.ts).
    test('has a default for the optional numbers and bools that an update can clear', () => {
      const isCleared = ({ type, presence }: Attribute): boolean =>
        ['number', 'bool'].includes(type) && presence === 'optional';
      expect(
        broken(
          ({ attribute }) => !isCleared(attribute) || isSetOnCreateOnly(attribute) || attribute.default !== undefined,
        ),
      ).toEqual([]);
    });

    // The provider clears a string by "", which the service must treat as not set.
    test('has emptyIsAbsent on the optional strings without a default that an update can clear', () => {
      const clearable = ({ attribute }: AttributeAt): boolean =>
        attribute.type === 'string' &&
        attribute.presence === 'optional' &&
        attribute.default === undefined &&
        !attribute.requiresReplace &&
        !attribute.omittedFromResponses &&
        !attribute.detach &&
        !attribute.requiredOnCreate;
      expect(
        broken(
          (item) => item.inElement || !clearable(item) || (item.attribute as ScalarAttribute).emptyIsAbsent === true,
        ),
      ).toEqual([]);
    });

    test('has at least two examples where it has any, and they are valid', () => {
      for (const { attribute } of all) {
        const { examples = [] } = attribute;
        const problems = examples.flatMap((x) => checkValues({ attributes: { x: attribute } }, { x }));
        expect(problems.map(formatProblem)).toEqual([]);
        expect(examples).not.toHaveLength(1);
      }
    });

    test('refers only to existing attributes in its natural key and rules', () => {
      const { naturalKey, requires = [], conflicts = [] } = kind;
      const named = [
        ...(naturalKey?.attributes ?? []),
        ...requires.map(({ attribute }) => attribute),
        ...conflicts.flatMap(({ attributes }) => attributes),
        ...all.flatMap(({ attribute }) => listNamed(attribute)).filter((name) => name !== undefined),
      ];
      for (const path of named) expect(attributeAt(kind.attributes, path).doc).not.toBe('');
      for (const { requires: set, element } of requires)
        expect(attributeAt(kind.attributes, set)).toMatchObject({
          type: 'set',
          enum: expect.arrayContaining([element]),
        });
    });

    test('uses recomputedWhen for computed attributes only, with existing inputs', () => {
      const recomputed = all.filter(({ attribute }) => attribute.recomputedWhen !== undefined);
      expect(recomputed.filter(({ attribute }) => attribute.presence !== 'computed')).toEqual([]);
      const causes = recomputed.flatMap(({ attribute: { recomputedWhen } }) =>
        Array.isArray(recomputedWhen) ? (recomputedWhen as string[]) : [],
      );
      for (const path of causes) expect(isInput(attributeAt(kind.attributes, path))).toBe(true);
    });

    test('has optional alternatives, and existing members in nullWhenAllEmpty', () => {
      const objects = all.flatMap(({ attribute }) => (attribute.type === 'object' ? [attribute] : []));
      for (const { attributes, exactlyOne = [], nullWhenAllEmpty = [] } of objects) {
        for (const name of exactlyOne) expect(attributes[name]).toMatchObject({ presence: 'optional' });
        for (const path of nullWhenAllEmpty) expect(attributeAt(attributes, path).doc).not.toBe('');
      }
    });
  });
});

describe('the event catalogue', () => {
  /** The tables of the specification: heading to rows of a name, a type and, for some, `filterable`. */
  const tables = new Map(
    readFileSync(join(__dirname, '../../docs/internals/event-sources.md'), 'utf8')
      .split('\n### ')
      .map((section) => [section.split('\n')[0] ?? '', readRows(section)] as const)
      .filter(([, rows]) => rows.length > 0),
  );

  /** One row of a document may be about several fields. */
  function readRows(section: string): string[][] {
    return [...section.matchAll(/^\| (?!Field )(.+?) \| (.+?) \| (.*) \|$/gm)].flatMap(
      ([, names = '', type = '', meaning]) =>
        names.split(', ').map((name) => [name, type, ...(meaning?.startsWith('Filterable.') ? ['filterable'] : [])]),
    );
  }

  function tableOf(type: string): readonly string[][] {
    const kind = type.replace(/_(created|updated|deleted)\.v0$/, '');
    if (type.startsWith('agent_session_'))
      return tables.get('agent_session_start.v0 and agent_session_stop.v0 (same fields)') ?? [];
    if (kind === type) return tables.get(type) ?? [];
    // 'Same fields as the host certificate, and with these additions'.
    const inherited = kind === 'ssh_user_certificate' ? (tables.get('ssh_host_certificate_*.v0') ?? []) : [];
    return [...inherited, ...(tables.get(`${kind}_*.v0`) ?? [])];
  }

  const byName = ([a = '']: readonly string[], [b = '']: readonly string[]): number => (a < b ? -1 : 1);

  test('the tables are those of 2 traffic types, the sessions and 15 kinds; the profile ngrok adds secrets and vaults', () => {
    expect(tables.size).toBe(18);
    expect(EVENTS.map(({ type }) => type)).toEqual(EVENT_TYPES);
    expect(EVENTS.filter(({ profiles }) => !profiles)).toHaveLength(2 + 2 + 15 * 3);
    const added = EVENTS.filter(({ profiles }) => profiles?.join() === 'ngrok').map(({ subject }) => subject);
    expect(added).toEqual(['secret', 'secret', 'secret', 'vault', 'vault', 'vault']);
  });

  test.each(['ngrok', 'spec'] as const)(
    'the event types of the profile %s are those of its events: all that name no profiles or this one',
    (profile) => {
      const ofProfile = EVENTS.filter(({ profiles }) => profiles?.includes(profile) ?? true);
      expect(eventTypesIn(profile)).toEqual(ofProfile.map(({ type }) => type));
    },
  );

  test.each(EVENTS.filter(({ profiles }) => !profiles))(
    '$type has the fields of the specification, with type and filterability',
    (event) => {
      const rows = tableOf(event.type);
      expect(rows.length).toBeGreaterThan(0);
      const ofSpecification = event.fields.filter(({ profiles }) => !profiles);
      const marked = (filterable: boolean | undefined) => (filterable ? ['filterable'] : []);
      const fields = ofSpecification.map(({ name, type, filterable }) => [name, type, ...marked(filterable)]);
      expect(fields.sort(byName)).toEqual([...rows].sort(byName));
    },
  );

  test('LIST_MEMBERS are the members of responses for audited kinds that are lists of objects', () => {
    const lists = AUDITED_KINDS.flatMap((kind) =>
      Object.entries(getKind(kind).attributes).flatMap(([name, attribute]) => {
        if (attribute.type !== 'set' && attribute.type !== 'list') return [];
        if (attribute.elements !== 'string') return [attribute.responseName ?? name];
        return attribute.ref || attribute.elementMember ? [attribute.ref?.responseName ?? name] : [];
      }),
    );
    expect(lists.sort()).toEqual([...LIST_MEMBERS].sort());
  });
});

describe('the configuration of the provider', () => {
  const attributes = Object.entries<ProviderAttribute>(PROVIDER_ATTRIBUTES);

  test.each(attributes)(
    'the value of %s is a secret if, and only if, it is sensitive',
    (name, { type, env, sensitive }) => {
      const values: Record<string, string> = { map: '{"x-token": "s3cret"}', string: 's3cret' };
      const value = name === 'proxy_url' ? 'http://user:s3cret@proxy.example.com:3128' : values[type];
      if (sensitive) expect(secretsFromEnvironment({ [env]: value })).toContain('s3cret');
      else expect(secretsFromEnvironment({ [env]: 'value' })).toEqual([]);
    },
  );

  test('of the address of a proxy only the password is a secret, as written and decoded', () => {
    const proxy = { https_proxy: 'http://user:p%40ss@proxy.example.com:3128' };
    expect(secretsFromEnvironment(proxy)).toEqual(['p%40ss', 'p@ss']);
  });
});
