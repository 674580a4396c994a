/**
 * Writes src/plugin/generated/tfplugin6.ts, the messages and methods of the plugin protocol, from their definitions in
 * scripts/protocol/tfplugin6.json. `--check` compares only.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeOrCheck } from './lib/generated-file';

interface Field {
  readonly name: string;
  readonly number: number;
  /** Scalar type, or the name of a message or enum. Of a map the type of its values: its keys are strings. */
  readonly type: string;
  readonly kind?: 'message' | 'enum' | 'map';
  readonly valueKind?: 'message';
  readonly repeated?: true;
  readonly optional?: true;
  readonly oneof?: string;
}

interface MethodFacts {
  readonly request: string;
  readonly response: string;
}

interface Package {
  readonly package: string;
  readonly source: string;
  readonly messages: Readonly<Record<string, readonly Field[]>>;
  readonly enums: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly services: Readonly<Record<string, Readonly<Record<string, MethodFacts>>>>;
}

interface Scalar {
  readonly ts: string;
  readonly wire: 0 | 2;
  readonly read: string;
  readonly write: string;
  /** The condition under which a field without presence is written: `v`, its value, is not the default. */
  readonly notDefault: string;
}

const root = join(__dirname, '..');
const factsFile = join(root, 'scripts/protocol/tfplugin6.json');

const SCALARS: Readonly<Record<string, Scalar>> = {
  string: { ts: 'string', wire: 2, read: 'r.string()', write: 'string(v)', notDefault: 'v' },
  bytes: { ts: 'Uint8Array', wire: 2, read: 'r.bytes()', write: 'bytes(v)', notDefault: 'v && v.length > 0' },
  bool: { ts: 'boolean', wire: 0, read: 'r.bool()', write: 'bool(v)', notDefault: 'v' },
  int32: { ts: 'number', wire: 0, read: 'r.int32()', write: 'int32(v)', notDefault: 'v' },
  uint32: { ts: 'number', wire: 0, read: 'r.uint32()', write: 'uint32(v)', notDefault: 'v' },
  int64: { ts: 'number', wire: 0, read: 'readInt64(r)', write: 'int64(v)', notDefault: 'v' },
};

/**
 * The name of a message or an enum in TypeScript: `GetMetadata.Request` -> `GetMetadataRequest`. `Function` is renamed,
 * because it would hide JavaScript's own.
 */
function typeName(protoName: string): string {
  return protoName
    .replace(/^google\.protobuf\./, '')
    .replace(/^Function$/, 'FunctionSignature')
    .replaceAll('.', '');
}

function fieldName(field: Field): string {
  const camel = field.name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return camel[0]?.toLowerCase() + camel.slice(1);
}

function scalarOf(field: Field): Scalar {
  const scalar = SCALARS[field.kind === 'enum' ? 'int32' : field.type];
  if (!scalar) throw new Error(`Cannot generate field '${field.name}': type '${field.type}' is not known here`);
  // No message of the protocol has a list of numbers. Its packed encoding is not generated.
  if (field.repeated && scalar.wire === 0) throw new Error(`Cannot generate field '${field.name}': packed scalars`);
  return scalar;
}

function isMessage(field: Field): boolean {
  return field.kind === 'message' || field.valueKind === 'message';
}

function fieldType(field: Field): string {
  const one = isMessage(field) ? typeName(field.type) : scalarOf(field).ts;
  if (field.kind === 'map') return `Readonly<Record<string, ${one}>>`;
  return field.repeated ? `readonly ${one}[]` : one;
}

/**
 * The tag of a field: 10 and 18 in the texts below are those of the key and the value of a map's entry, fields 1 and 2.
 */
function tag(number: number, wire: number): number {
  return number * 8 + wire;
}

function writeStatement(field: Field): string {
  const name = `m.${fieldName(field)}`;
  const type = typeName(field.type);
  if (field.kind === 'map') {
    const value = isMessage(field)
      ? `write${type}(w.uint32(18).fork(), v); w.ldelim();`
      : `w.uint32(18).${scalarOf(field).write};`;
    return (
      `if (${name}) for (const [k, v] of Object.entries(${name})) ` +
      `{ w.uint32(${tag(field.number, 2)}).fork().uint32(10).string(k); ${value} w.ldelim(); }`
    );
  }
  if (field.kind === 'message') {
    const write = `write${type}(w.uint32(${tag(field.number, 2)}).fork(), v); w.ldelim();`;
    return field.repeated
      ? `if (${name}) for (const v of ${name}) { ${write} }`
      : `if (${name} !== undefined) { const v = ${name}; ${write} }`;
  }
  const scalar = scalarOf(field);
  const write = `w.uint32(${tag(field.number, scalar.wire)}).${scalar.write}`;
  if (field.repeated) return `if (${name}) for (const v of ${name}) ${write};`;
  const present = field.optional || field.oneof ? `${name} !== undefined` : scalar.notDefault.replaceAll('v', name);
  return `if (${present}) ${write.replace('(v)', `(${name})`)};`;
}

function readCase(field: Field, siblings: readonly Field[]): string {
  const name = `m.${fieldName(field)}`;
  const type = typeName(field.type);
  if (field.kind === 'map') {
    const read = isMessage(field) ? `(r, end) => read${type}(r, readEnd(r, end))` : `(r) => ${scalarOf(field).read}`;
    const empty = isMessage(field) ? '() => ({})' : "() => ''";
    return `case ${tag(field.number, 2)}: readEntry(r, end, ${name} ??= Object.create(null), ${read}, ${empty}); break;`;
  }
  const scalar = field.kind === 'message' ? undefined : scalarOf(field);
  const value = scalar?.read ?? `read${type}(r, readEnd(r, end))`;
  const clear = siblings
    .filter((other) => other !== field && other.oneof && other.oneof === field.oneof)
    .map((other) => `delete m.${fieldName(other)}; `)
    .join('');
  const statement = field.repeated ? `(${name} ??= []).push(${value})` : `${clear}${name} = ${value}`;
  return `case ${tag(field.number, scalar?.wire ?? 2)}: ${statement}; break;`;
}

function mutableType(field: Field): string {
  return fieldType(field)
    .replace(/^readonly /, '')
    .replace(/^Readonly<(.*)>$/, '$1');
}

function messageText(protoName: string, fields: readonly Field[]): string {
  const name = typeName(protoName);
  if (fields.length === 0) {
    return [
      `export interface ${name} {}`,
      `function write${name}(_w: Writer, _m: ${name}): void {}`,
      `function read${name}(r: Reader, end: number): ${name} { while (r.pos < end) r.skipType(r.uint32() & 7); return {}; }`,
      `export const ${name}: Codec<${name}> = createCodec(write${name}, read${name});`,
      '',
    ].join('\n');
  }
  return [
    `export interface ${name} {`,
    ...fields.map((field) => `  readonly ${fieldName(field)}?: ${fieldType(field)} | undefined;`),
    '}',
    `function write${name}(w: Writer, m: ${name}): void {`,
    ...fields.map((field) => `  ${writeStatement(field)}`),
    '}',
    `function read${name}(r: Reader, end: number): ${name} {`,
    `  const m: { ${fields.map((field) => `${fieldName(field)}?: ${mutableType(field)}`).join('; ')} } = {};`,
    '  while (r.pos < end) {',
    '    const tag = r.uint32();',
    '    switch (tag) {',
    ...fields.map((field) => `      ${readCase(field, fields)}`),
    '      default: r.skipType(tag & 7);',
    '    }',
    '  }',
    '  return m;',
    '}',
    `export const ${name}: Codec<${name}> = createCodec(write${name}, read${name});`,
    '',
  ].join('\n');
}

function servicesText(services: Package['services']): string[] {
  return Object.entries(services).map(([service, methods]) => {
    const name = service.slice(service.lastIndexOf('.') + 1);
    const lines = Object.entries(methods).map(
      ([method, facts]) =>
        `  ${method}: { path: '/${service}/${method}', request: ${typeName(facts.request)}, ` +
        `response: ${typeName(facts.response)} },`,
    );
    return `/** Methods of ${service}. */\nexport const ${name}Methods = {\n${lines.join('\n')}\n} as const;\n`;
  });
}

/** The messages that methods use, directly or in fields of other messages, in the order of the JSON file. */
function reachable(packages: readonly Package[]): [string, readonly Field[]][] {
  const all = new Map(
    packages.flatMap(({ messages }) => Object.entries(messages)).map(([n, f]) => [typeName(n), [n, f]] as const),
  );
  const found = new Set<string>();
  const visit = (protoName: string): void => {
    const message = all.get(typeName(protoName));
    if (!message) throw new Error(`The facts have no message '${protoName}'`);
    if (found.has(typeName(protoName))) return;
    found.add(typeName(protoName));
    for (const field of message[1]) if (isMessage(field)) visit(field.type);
  };
  for (const { services } of packages)
    for (const methods of Object.values(services))
      for (const { request, response } of Object.values(methods)) {
        visit(request);
        visit(response);
      }
  return [...all].filter(([name]) => found.has(name)).map(([, [protoName, fields]]) => [protoName, fields]);
}

function generate(packages: readonly Package[]): string {
  return [
    '// Generated by scripts/generate-protocol.ts from scripts/protocol/tfplugin6.json; do not edit.',
    ...packages.map(({ package: name, source }) => `// ${name}: ${source}`),
    "import { type Codec, createCodec, type Reader, readEnd, readInt64, type Writer } from '../protobuf';",
    '',
    'function readEntry<V>(r: Reader, parentEnd: number, map: Record<string, V>, read: (r: Reader, end: number) => V, empty: () => V): void {',
    '  const end = readEnd(r, parentEnd);',
    "  let key = '';",
    '  let value: V | undefined;',
    '  while (r.pos < end) {',
    '    const tag = r.uint32();',
    '    if (tag === 10) key = r.string();',
    '    else if (tag === 18) value = read(r, end);',
    '    else r.skipType(tag & 7);',
    '  }',
    '  map[key] = value ?? empty();',
    '}',
    '',
    ...packages
      .flatMap(({ enums }) => Object.entries(enums))
      .map(
        ([name, values]) =>
          `export const ${typeName(name)} = { ${Object.entries(values)
            .map(([key, number]) => `${key}: ${number}`)
            .join(', ')} } as const;`,
      ),
    '',
    ...reachable(packages).map(([name, fields]) => messageText(name, fields)),
    ...packages.flatMap(({ services }) => servicesText(services)),
  ].join('\n');
}

const { packages } = JSON.parse(readFileSync(factsFile, 'utf8')) as { packages: Package[] };
writeOrCheck('generate-protocol.ts', 'src/plugin/generated/tfplugin6.ts', generate(packages));
