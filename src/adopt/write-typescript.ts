/** An adoption as a CDKTF application. */
import { getKind } from '../model/kinds';
import { camelCase, kebabCase, pascalCase } from '../model/naming';
import { commentLine } from './escape';
import type { Declaration, Section } from './expression';
import type { AdoptedFile, WriteOptions } from './files';
import { countOf } from './labels';
import { constructId } from './list';
import { namingKind } from './names';
import { LINE_WIDTH, tsCall, tsObject, tsString } from './print-typescript';
import { nameVariables, referencesOf, type Variables } from './ts-variables';

/** Declarations in one function: what somebody reads in one go. A kind with more has a folder of several files. */
const mostInOneFile = 100;

/** Name of the stack, and of the folder that its declarations stand in. */
export const STACK = 'ingress';
const folder = 'adopted';

/** `main.ts`, and a file for each kind below `adopted/`. */
export function writeTypeScript(sections: readonly Section[], options: WriteOptions): AdoptedFile[] {
  const variables = nameVariables(
    sections,
    sections.map(({ kind }) => parameterOf(kind)),
  );
  const secrets = sections.some(({ declarations }) => declarations.some((each) => each.secrets.length > 0));
  return [
    { path: 'main.ts', text: mainFile(sections, options) },
    ...sections.flatMap((section) => sectionFiles(section, variables)),
    ...(secrets ? [{ path: `${folder}/secret.ts`, text: secretFile }] : []),
  ];
}

function mainFile(sections: readonly Section[], { version }: WriteOptions): string {
  const imports = sections.map(({ kind }) => `import { ${functionOf(kind)} } from './${folder}/${fileOf(kind)}';\n`);
  const referred = new Set(sections.flatMap(referredKinds));
  const calls = sections.map((section) => {
    const args = ['this', ...referredKinds(section).map(parameterOf)];
    const call = `${functionOf(section.kind)}(${args.join(', ')});`;
    return referred.has(section.kind) ? `    const ${parameterOf(section.kind)} = ${call}\n` : `    ${call}\n`;
  });
  return `/** What existed at the service when netingress ${version} adopted it. README.md says how to go on. */
import { App, TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { NetingressProvider } from 'netingress';
${imports.sort().join('')}
class IngressStack extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    // NETINGRESS_BASE_URL and NETINGRESS_API_KEY say where the service is and who asks.
    new NetingressProvider(this, 'netingress');

${calls.join('')}  }
}

const app = new App();
new IngressStack(app, '${STACK}');
app.synth();
`;
}

const secretFile = `import { TerraformVariable } from 'cdktf';
import type { Construct } from 'constructs';

/**
 * A secret that Terraform reads from the environment variable \`TF_VAR_<name>\`, so that it stands in no file, plan or
 * state. What exists is imported without it; it is needed when the object is made again.
 */
export function secret(scope: Construct, name: string): string {
  const variable = new TerraformVariable(scope, name, { type: 'string', sensitive: true });
  variable.addOverride('default', null);
  variable.addOverride('ephemeral', true);
  return variable.stringValue;
}
`;

/** One file, or an index and a folder of parts. */
function sectionFiles(section: Section, variables: Variables): AdoptedFile[] {
  const { kind, declarations } = section;
  const file = fileOf(kind);
  const parts = partsOf(declarations);
  if (parts.length === 1) {
    const text = declarationsFile(section, { variables, name: functionOf(kind), up: '.' });
    return [{ path: `${folder}/${file}.ts`, text }];
  }
  const named = parts.map(
    (part, index): Part => ({
      name: `${functionOf(kind)}${index + 1}`,
      declarations: part,
      returns: part.some(variables.leaves),
    }),
  );
  return [
    { path: `${folder}/${file}.ts`, text: indexFile(section, named) },
    ...named.map(({ name, declarations: own }, index): AdoptedFile => {
      const text = declarationsFile({ kind, declarations: own }, { variables, name, up: '..', part: true });
      return { path: `${folder}/${file}/part-${index + 1}.ts`, text };
    }),
  ];
}

/** A policy and its rules are never parted, since the rules name the policy's variable. */
function partsOf(declarations: readonly Declaration[]): Declaration[][] {
  const parts: Declaration[][] = [];
  for (const each of declarations) {
    const part = parts.at(-1);
    const follows = part && namingKind(each.resource) !== each.resource;
    if (part && (part.length < mostInOneFile || follows)) part.push(each);
    else parts.push([each]);
  }
  return parts;
}

interface Part {
  /** Name of its function. */
  readonly name: string;
  readonly declarations: readonly Declaration[];
  /** Whether it returns constructs that other sections refer to. */
  readonly returns: boolean;
}

function indexFile(section: Section, parts: readonly Part[]): string {
  const { kind, declarations } = section;
  // Each part takes no more than it refers to itself.
  const call = ({ name, declarations: own }: Part): string =>
    `${name}(${['scope', ...referredKinds({ kind, declarations: own }).map(parameterOf)].join(', ')})`;
  const imports = parts.map(({ name }, index) => `import { ${name} } from './${fileOf(kind)}/part-${index + 1}';`);
  const returning = parts.filter(({ returns }) => returns);
  const calls = parts.filter(({ returns }) => !returns).map((part) => `  ${call(part)};\n`);
  const returned = returning.map((part) => `    ...${call(part)},\n`).join('');
  const body = returned === '' ? calls.join('') : `${calls.join('')}  return {\n${returned}  };\n`;
  return `import type { Construct } from 'constructs';
${[...typeImports(section, '.'), ...imports].sort().join('\n')}

/** ${countOf(declarations, kind)}, in ${parts.length} files. */
${signature(functionOf(kind), parametersOf(section), returned !== '')}
${body}}
${typeOf(kind, returned !== '')}`;
}

interface FileOptions {
  readonly variables: Variables;
  /** Name of the function. */
  readonly name: string;
  /** Path to the folder of the sections. */
  readonly up: string;
  /** One of several files of the section. */
  readonly part?: boolean;
}

function declarationsFile(section: Section, { variables, name, up, part }: FileOptions): string {
  const { kind, declarations } = section;
  const classes = [...new Set(declarations.map(({ resource }) => pascalCase(resource)))].sort();
  const secrets = declarations.some((each) => each.secrets.length > 0);
  const kept = declarations.filter(variables.leaves).map((each) => variables.of(each) as string);
  const imports = [...typeImports(section, up), ...(secrets ? [`import { secret } from '${up}/secret';`] : [])].sort();
  const statements = declarations.map((each) => statement(each, kind, variables));
  const returned = kept.length > 0 ? `\n  return {\n${kept.map((each) => `    ${each},`).join('\n')}\n  };\n` : '';
  return `import type { Construct } from 'constructs';
import { ${classes.join(', ')} } from 'netingress';
${imports.map((line) => `${line}\n`).join('')}
/** ${countOf(declarations, kind)}. */
${signature(name, parametersOf(section), kept.length > 0)}
${statements.join('\n')}${returned}}
${part ? '' : typeOf(kind, kept.length > 0)}`;
}

function typeOf(kind: string, returns: boolean): string {
  if (!returns) return '';
  return `\n/** What others refer to. */\nexport type ${typeName(kind)} = ReturnType<typeof ${functionOf(kind)}>;\n`;
}

function statement(declaration: Declaration, kind: string, variables: Variables): string {
  const { resource, name, importId, body, remarks } = declaration;
  const scope = {
    reference: (to: { readonly resource: string; readonly name: string }) =>
      to.resource === kind ? (variables.of(to) as string) : `${parameterOf(to.resource)}.${variables.of(to)}`,
    secret: (indent: number, column: number, variable: string) =>
      tsCall('secret', ['scope', tsString(variable)], undefined, { indent, column }),
  };
  const held = variables.of(declaration);
  const head = `${held === undefined ? '' : `const ${held} = `}new ${pascalCase(resource)}`;
  const props = body.length > 0 ? (indent: number) => tsObject(body, indent, scope, camelCase) : undefined;
  const made = tsCall(head, ['scope', tsString(constructId(resource, name))], props, { indent: 2 });
  const lastLine = made.slice(made.lastIndexOf('\n') + 1);
  const column = made === lastLine ? 2 + made.length : lastLine.length;
  const take = tsCall('.importFrom', [tsString(importId)], undefined, { indent: 2, column });
  const comments = remarks.map((remark) => `  // ${commentLine(remark)}\n`).join('');
  if (held === undefined) return `${comments}  ${made}${take};\n`;
  return `${comments}  ${made};\n  ${held}.importFrom(${tsString(importId)});\n`;
}

/** Kinds of other sections that a section refers to, in the model's order of first reference. */
function referredKinds({ kind, declarations }: Section): string[] {
  const names = declarations.flatMap(referencesOf).map(({ resource }) => resource);
  return [...new Set(names)].filter((name) => name !== kind);
}

function signature(name: string, parameters: readonly string[], returns: boolean): string {
  const end = returns ? ' {' : ': void {';
  const line = `export function ${name}(${parameters.join(', ')})${end}`;
  return line.length <= LINE_WIDTH ? line : `export function ${name}(\n  ${parameters.join(',\n  ')},\n)${end}`;
}

function parametersOf(section: Section): string[] {
  const others = referredKinds(section).map((kind) => `${parameterOf(kind)}: ${typeName(kind)}`);
  return ['scope: Construct', ...others];
}

function typeImports(section: Section, up: string): string[] {
  return referredKinds(section).map((kind) => `import type { ${typeName(kind)} } from '${up}/${fileOf(kind)}';`);
}

function fileOf(kind: string): string {
  return kebabCase(getKind(kind).plural);
}

function functionOf(kind: string): string {
  return `declare${pascalCase(getKind(kind).plural)}`;
}

function parameterOf(kind: string): string {
  return camelCase(getKind(kind).plural);
}

function typeName(kind: string): string {
  return pascalCase(getKind(kind).plural);
}
