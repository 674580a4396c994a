import { deepStrictEqual } from 'node:assert';
import * as fc from 'fast-check';
import * as protobuf from 'protobufjs';
import facts from '../../scripts/protocol/tfplugin6.json';
import { KINDS } from '../../src/model/kinds';
import { decodeDynamicValue, decodeObject } from '../../src/plugin/codec/from-proto';
import { decodeRecent, encodeRecent } from '../../src/plugin/codec/recent-values';
import { attributePath, diagnosticMessages, dynamicValue, receivedIfEqual } from '../../src/plugin/codec/to-proto';
import * as generated from '../../src/plugin/generated/tfplugin6';
import type { Codec } from '../../src/plugin/protobuf';
import type { AttributePath } from '../../src/provider/protocol/diagnostic';
import { schemaType } from '../../src/provider/protocol/schema';
import { getRegistry } from '../../src/provider/registry';
import type { CtyType, ObjectType } from '../../src/values/cty-type';
import { isWhollyKnown, objectValue } from '../../src/values/cty-value';
import { decodeValue } from '../../src/values/decode';
import { encodeValue } from '../../src/values/encode';
import { fromJson } from '../../src/values/from-json';
import { tries } from '../fuzz';
import { toJson, typedValues } from '../values/arbitraries';

interface Field {
  readonly name: string;
  readonly number: number;
  readonly type: string;
  readonly kind?: string;
  readonly valueKind?: string;
  readonly repeated?: boolean;
  readonly optional?: boolean;
  readonly oneof?: string;
}
type Messages = Readonly<Record<string, readonly Field[]>>;

const packages = facts.packages as unknown as readonly {
  readonly package: string;
  readonly messages: Messages;
  readonly enums: Readonly<Record<string, Readonly<Record<string, number>>>>;
}[];
const messages: Messages = Object.assign({}, ...packages.map(({ messages }) => messages));
const enums = Object.assign({}, ...packages.map(({ enums }) => enums)) as Record<string, Record<string, number>>;
const root = protobuf.Root.fromJSON({ nested: Object.fromEntries(packages.map(descriptor)) });

/** Independent of the generator: protobufjs interprets this description without the generated code. */
function descriptor({ package: name, messages, enums }: (typeof packages)[number]): [string, protobuf.INamespace] {
  const members = Object.entries(messages).map(([type, fields]) => [dotless(type), typeOf(fields, name)] as const);
  const types = Object.fromEntries(members);
  const values = Object.fromEntries(Object.entries(enums).map(([type, values]) => [dotless(type), { values }]));
  return [name.replaceAll('.', '_'), { edition: 'proto3', nested: { ...types, ...values } } as protobuf.INamespace];
}

function typeOf(fields: readonly Field[], packageName: string): protobuf.IType {
  const scope = (type: string): string =>
    type.startsWith('google.protobuf.')
      ? type.replace('google.protobuf.', 'google_protobuf.')
      : `${packageName.replaceAll('.', '_')}.${dotless(type)}`;
  const isScalar = (field: Field): boolean => !field.kind || (field.kind === 'map' && !field.valueKind);
  // `optional` is described as protoc does: a oneof with this field alone.
  const oneofOf = (field: Field): string | undefined => field.oneof ?? (field.optional ? `_${field.name}` : undefined);
  const oneofs = [...new Set(fields.flatMap((field) => oneofOf(field) ?? []))];
  const members = (oneof: string): string[] => fields.filter((field) => oneofOf(field) === oneof).map(member);
  const describe = (field: Field) => ({
    ...{ type: isScalar(field) ? field.type : scope(field.type), id: field.number },
    ...(field.repeated && { rule: 'repeated' }),
    ...(field.optional && { options: { proto3_optional: true } }),
    ...(field.kind === 'map' && { keyType: 'string' }),
  });
  return {
    oneofs: Object.fromEntries(oneofs.map((oneof) => [oneof, { oneof: members(oneof) }])),
    fields: Object.fromEntries(fields.map((field) => [member(field), describe(field)])),
  };
}

function dotless(type: string): string {
  return type.replaceAll('.', '');
}

function member({ name }: Field): string {
  return name === 'Error' ? 'error' : protobuf.util.camelCase(name);
}

const scalars: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: fc.string({ unit: 'binary', maxLength: 20 }),
  bytes: fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
  bool: fc.boolean(),
  int64: fc.maxSafeInteger(),
  uint32: fc.nat(0xffff_ffff),
};

const isDefault = (value: unknown): boolean => !value || (value instanceof Uint8Array && value.length === 0);

function messagesOf(type: string, depth = 0): fc.Arbitrary<Record<string, unknown>> {
  const fields = (messages[type.replace('google.protobuf.', '')] ?? []).filter(({ kind }) => depth < 4 || !kind);
  const one = (field: Field): fc.Arbitrary<unknown> => {
    if (field.kind === 'enum') return fc.constantFrom(...Object.values(enums[field.type] ?? {}));
    if (field.kind === 'message' || field.valueKind) return messagesOf(field.type, depth + 1);
    return scalars[field.type] ?? fc.integer();
  };
  const all = (field: Field): fc.Arbitrary<unknown> => {
    if (field.kind === 'map') return fc.dictionary(fc.string({ maxLength: 5 }), one(field), { maxKeys: 3 });
    if (field.repeated) return fc.array(one(field), { maxLength: 3 });
    return one(field);
  };
  return fc.tuple(...fields.map((field) => fc.option(all(field), { nil: undefined }))).map((values) => {
    const entries = fields
      .map((field, index) => [field, values[index]] as const)
      .filter(([field, value]) => {
        if (value === undefined) return false;
        if (Array.isArray(value) && value.length === 0) return false;
        if (field.kind === 'map') return Object.keys(value as object).length > 0;
        return field.optional || field.oneof || field.kind === 'message' || !isDefault(value);
      });
    // Of a oneof only the last member counts.
    const lastOf = (oneof: string) => entries.findLastIndex(([other]) => other.oneof === oneof);
    const chosen = entries.filter(([{ oneof }], index) => !oneof || lastOf(oneof) === index);
    return Object.fromEntries(chosen.map(([field, value]) => [member(field), value]));
  });
}

function codecOf(type: string): Codec<unknown> {
  const name = dotless(type) === 'Function' ? 'FunctionSignature' : dotless(type);
  return (generated as unknown as Record<string, Codec<unknown>>)[name] as Codec<unknown>;
}

const typeNames = packages.flatMap(({ package: name, messages }) =>
  Object.keys(messages).map((type) => [type, `${name.replaceAll('.', '_')}.${dotless(type)}`] as const),
);

describe('every message', () => {
  const title = '%s is written as by protobufjs, and read back; reading damaged bytes throws an Error or nothing';
  test.each(typeNames)(title, async (type, reflected) => {
    const codec = codecOf(type);
    const reflection = root.lookupType(reflected);
    await fc.assert(
      fc.property(messagesOf(type), fc.uint8Array({ minLength: 1, maxLength: 8 }), fc.nat(), (message, noise, at) => {
        const bytes = Buffer.from(codec.encode(message));
        expect(bytes.equals(reflection.encode(message).finish())).toBe(true);
        expect(codec.decode(bytes)).toEqual(message);
        const position = at % (bytes.length + 1);
        const damaged = Buffer.concat([bytes.subarray(0, position), noise, bytes.subarray(position + noise.length)]);
        try {
          codec.decode(damaged);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
      tries(40),
    );
  });
});

test('an index of 0 is written, because an absent selector is no step', () => {
  const bytes = generated.AttributePathStep.encode({ elementKeyInt: 0 });
  expect(Buffer.from(bytes).toString('hex')).toBe('1800');
});

test('fields of later protocol versions are skipped', () => {
  const known = Buffer.from(generated.StopProviderResponse.encode({ error: 'no' }));
  // Field 100, a number, and field 101, two bytes.
  const unknown = Buffer.from('a00601aa06026162', 'hex');
  expect(generated.StopProviderResponse.decode(Buffer.concat([unknown, known]))).toEqual({ error: 'no' });
});

test('a number beyond 2^53 is refused, not rounded', () => {
  // 2^63 - 1 in field 1.
  expect(() => generated.Schema.decode(Buffer.from('08ffffffffffffffff7f', 'hex'))).toThrow(/beyond 2\^53/);
});

test('a nested message may not reach beyond its parent', () => {
  // Field 4 announces ten bytes, of which there are two.
  expect(() => generated.Diagnostic.decode(Buffer.from('220a0a00', 'hex'))).toThrow(RangeError);
});

const type: ObjectType = [
  'object',
  {
    name: 'string',
    target: ['object', { auth: ['object', { role: 'string' }] }],
    rules: ['map', ['object', { cidr: 'string' }]],
    list: ['list', ['object', { cidr: 'string' }]],
    sources: ['set', ['object', { type: 'string' }]],
  },
];

const diagnostic = { severity: 'error', summary: 's', detail: 'd' } as const;

describe('diagnosticMessages()', () => {
  const ofRule = [{ attributeName: 'rules' }, { elementKeyString: '::/0' }];
  const ofElement = [{ attributeName: 'list' }, { elementKeyInt: 0 }];
  test.each<[AttributePath, unknown]>([
    [['name'], [{ attributeName: 'name' }]],
    [['target', 'auth', 'role'], [{ attributeName: 'target' }]],
    [['rules', { key: '::/0' }, 'cidr'], ofRule],
    [['list', { index: 0 }, 'cidr'], ofElement],
    [['list', { index: -1 }], [{ attributeName: 'list' }]],
    [['sources', { index: 2 }, 'type'], [{ attributeName: 'sources' }]],
  ])('cuts %j where Terraform can follow it no further', (path, steps) => {
    expect(diagnosticMessages([{ ...diagnostic, path }], type)[0]?.attribute).toEqual({ steps });
  });

  test('leaves the attribute out without a path, because an empty one points nowhere, and sets the severity', () => {
    const warning = { ...diagnostic, severity: 'warning' } as const;
    const [error, ...others] = diagnosticMessages([diagnostic, { ...diagnostic, path: [] }, warning], type);
    expect(error).toEqual({ severity: 1, summary: 's', detail: 'd' });
    expect(others).toEqual([error, { ...error, severity: 2 }]);
  });
});

test('attributePath() follows objects to their end, and names sets as a whole', () => {
  expect(attributePath(['target', 'auth', 'role'], type).steps).toHaveLength(3);
  expect(attributePath(['sources', { index: 0 }, 'type'], type)).toEqual({ steps: [{ attributeName: 'sources' }] });
});

describe('receivedIfEqual()', () => {
  const thing: ObjectType = ['object', { id: 'string', tags: ['map', 'string'] }];
  const value = (tag: string) => Object.assign(objectValue(), { id: 'x', tags: objectValue([['a', tag]]) });
  const message = dynamicValue(thing, value('1'));

  test('returns the message of an equal value, and nothing if a nested value differs', () => {
    const received = decodeObject(thing, message);
    expect(receivedIfEqual(message, received, value('1'))).toBe(message);
    expect(receivedIfEqual(message, received, value('2'))).toBeUndefined();
    expect(receivedIfEqual(message, received, null)).toBeUndefined();
  });

  test('does not return JSON, in which attributes may be missing', () => {
    const json = { json: Buffer.from('{"id":"x"}') };
    const received = decodeObject(thing, json);
    expect(receivedIfEqual(json, received, received)).toBeUndefined();
  });
});

test('equal bytes have the value of each type that they are decoded with', () => {
  const bytes = dynamicValue(['map', 'string'], objectValue([['id', 'x']]));
  const map: CtyType = ['map', 'string'];
  for (const type of [map, ['object', { id: 'string' }] as const, map])
    expect(decodeDynamicValue(type, bytes)).toEqual({ id: 'x' });
  expect(() => decodeDynamicValue(['object', { id: 'bool' }], bytes)).toThrow('expected a bool');
});

describe('recent values', () => {
  test('bytes that were encoded recently are not decoded', () => {
    const type = ['object', { id: 'string' }] as const;
    const [encoded, other] = [objectValue([['id', 'x']]), objectValue([['id', 'y']])];
    expect(decodeRecent(type, encodeRecent(type, encoded))).toBe(encoded);
    expect(decodeRecent(type, encodeValue(type, other))).toEqual(other);
  });

  test('a state of JSON equals what its encoded bytes decode to, so `encodeRecent` may keep it', async () => {
    await fc.assert(
      fc.property(typedValues, ({ type, value }) => {
        fc.pre(isWhollyKnown(value));
        const stored = fromJson(type, toJson(value));
        deepStrictEqual(decodeValue(type, encodeValue(type, stored)), stored);
      }),
    );
  });

  test('attributes of resources are in the order in which Terraform encodes them: that of their names', () => {
    const resources = [...getRegistry(KINDS).resources.values()];
    const orders = resources.flatMap(({ schema }) => namesOf(schemaType(schema)));
    expect(orders.length).toBeGreaterThan(resources.length);
    for (const names of orders) expect(names).toEqual([...names].sort());
  });

  /** The names of an object type and of all nested ones. */
  function namesOf(type: CtyType): string[][] {
    if (typeof type === 'string') return [];
    if (type[0] === 'tuple') return type[1].flatMap(namesOf);
    if (type[0] !== 'object') return namesOf(type[1]);
    return [Object.keys(type[1]), ...Object.values(type[1]).flatMap(namesOf)];
  }
});
