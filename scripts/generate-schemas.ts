/**
 * Writes the JSON Schemas that docs/ publishes: those of the JSON reports of drift and preview from their types, whose
 * doc comments become descriptions, and those of the events from the model. `--check` compares only.
 */
import { join } from 'node:path';
import ts from 'typescript';
import { EVENTS } from '../src/model/events/event-catalog';
import { eventSchema } from './lib/event-schemas';
import { writeOrCheckFolder } from './lib/generated-file';

const root = join(__dirname, '..');
const REPORTS = [
  { name: 'drift-report', title: 'netingress drift report', source: 'src/drift/report/report.ts', type: 'DriftReport' },
  {
    name: 'preview-report',
    title: 'netingress preview report',
    source: 'src/preview/report.ts',
    type: 'PreviewReport',
  },
];

const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config,
  ts.sys,
  root,
);
const program = ts.createProgram(
  REPORTS.map(({ source }) => join(root, source)),
  options,
);
const checker = program.getTypeChecker();

function schemaOf(source: string, name: string): object {
  const file = program.getSourceFile(join(root, source));
  const module = file && checker.getSymbolAtLocation(file);
  const symbol = module && checker.getExportsOfModule(module).find((each) => each.name === name);
  if (!symbol) throw new Error(`${source} does not export ${name}`);
  return toSchema(checker.getDeclaredTypeOfSymbol(symbol));
}

/** The numbers of reports are integers. `Json` and `unknown` are any value. */
function toSchema(type: ts.Type): object {
  if (type.aliasSymbol?.name === 'Json' || type.flags & ts.TypeFlags.Unknown) return {};
  if (type.flags & ts.TypeFlags.Null) return { type: 'null' };
  if (type.flags & ts.TypeFlags.BooleanLike && !(type.flags & ts.TypeFlags.BooleanLiteral)) return { type: 'boolean' };
  if (type.isLiteral()) return { const: type.value };
  if (type.flags & ts.TypeFlags.BooleanLiteral) return { const: checker.typeToString(type) === 'true' };
  if (type.flags & ts.TypeFlags.String || type.aliasSymbol?.name === 'Words') return { type: 'string' };
  if (type.flags & ts.TypeFlags.Number) return { type: 'integer' };
  if (type.isUnion()) return unionSchema(type.types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined)));
  if (checker.isArrayType(type))
    return { type: 'array', items: toSchema(checker.getTypeArguments(type as ts.TypeReference)[0] as ts.Type) };
  return objectSchema(type);
}

/**
 * Sorts literals and names of types, because the compiler orders the members of a union by when it first saw them.
 * Other members keep its order, with null as the last.
 */
function unionSchema(types: readonly ts.Type[]): object {
  const booleans = types.filter(({ flags }) => flags & ts.TypeFlags.BooleanLiteral);
  const literals = types.filter((type) => type.isLiteral());
  const others = types.filter((type) => !booleans.includes(type) && !literals.includes(type as ts.LiteralType));
  const schemas = [
    ...(literals.length > 1
      ? [{ enum: literals.map((type) => (type as ts.LiteralType).value).sort() }]
      : literals.map(toSchema)),
    ...(booleans.length > 1 ? [{ type: 'boolean' }] : booleans.map(toSchema)),
    ...others.map(toSchema),
  ];
  if (schemas.length === 1) return schemas[0] as object;
  const names = schemas.flatMap((schema) =>
    'type' in schema && Object.keys(schema).length === 1 ? [schema.type] : [],
  );
  const last = (schema: object): number => Number('type' in schema && schema.type === 'null');
  return names.length === schemas.length
    ? { type: names.sort() }
    : { anyOf: schemas.sort((a, b) => last(a) - last(b)) };
}

function objectSchema(type: ts.Type): object {
  const members = checker.getPropertiesOfType(type);
  if (members.length === 0) throw new Error(`${checker.typeToString(type)} has no members; expected an object`);
  return {
    type: 'object',
    properties: Object.fromEntries(
      members.map((member) => {
        const description = ts.displayPartsToString(member.getDocumentationComment(checker)).replace(/\s+/g, ' ');
        const schema = toSchema(checker.getTypeOfSymbol(member));
        return [member.name, description === '' ? schema : { description, ...schema }];
      }),
    ),
    required: members.filter(({ flags }) => !(flags & ts.SymbolFlags.Optional)).map(({ name }) => name),
    additionalProperties: false,
  };
}

const toFile = (name: string, schema: object): [string, string] => [
  `${name}.schema.json`,
  `${JSON.stringify(schema, null, 2)}\n`,
];

writeOrCheckFolder(
  'generate-schemas.ts',
  'docs/schemas',
  new Map([
    ...REPORTS.map(({ name, title, source, type }) =>
      toFile(name, { $schema: 'https://json-schema.org/draft/2020-12/schema', title, ...schemaOf(source, type) }),
    ),
    ...EVENTS.map((event) => toFile(`events/${event.type}`, eventSchema(event))),
  ]),
);
