import { getKind } from '../model/kinds';
import { camelCase, kebabCase, pascalCase } from '../model/naming';
import type { AdoptedFile, WriteOptions } from './adoption';
import { commentLine } from './escape';
import { type Declaration, formatDeclarationCount, type Section } from './expression';
import { constructId, kindForNaming } from './names';
import { LINE_WIDTH, tsCall, tsObject, tsString } from './print-typescript';
import { findReferences, nameVariables, type Variables } from './ts-variables';

/** A kind with more declarations is split into several files, so that each function stays readable. */
const MAX_DECLARATIONS_PER_FILE = 100;

/** Name of the stack. */
export const STACK = 'ingress';
const folder = 'adopted';

/** Returns a CDKTF application: `main.ts`, and a file for each kind in `adopted/`. */
export function writeTypeScript(sections: readonly Section[], options: WriteOptions): AdoptedFile[] {
  const variables = nameVariables(
    sections,
    sections.map(({ kind }) => parameterName(kind)),
  );
  const secrets = sections.some(({ declarations }) => declarations.some((each) => each.secrets.length > 0));
  return [
    { path: 'main.ts', text: mainFile(sections, options) },
    ...sections.flatMap((section) => sectionFiles(section, variables)),
    ...(secrets ? [{ path: `${folder}/secret.ts`, text: secretFile }] : []),
  ];
}

function mainFile(sections: readonly Section[], { version }: WriteOptions): string {
  const imports = sections.map(
    ({ kind }) => `import { ${functionName(kind)} } from './${folder}/${fileName(kind)}';\n`,
  );
  const referred = new Set(sections.flatMap(referredKinds));
  const calls = sections.map((section) => {
    const args = ['this', ...referredKinds(section).map(parameterName)];
    const call = `${functionName(section.kind)}(${args.join(', ')});`;
    return referred.has(section.kind) ? `    const ${parameterName(section.kind)} = ${call}\n` : `    ${call}\n`;
  });
  return `/** The objects that netingress ${version} adopted. README.md describes the next steps. */
import { App, TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { NetingressProvider } from 'netingress';
${imports.sort().join('')}
class IngressStack extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    // Configured by NETINGRESS_BASE_URL and NETINGRESS_API_KEY.
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
 * A secret from the environment variable \`TF_VAR_<name>\`, which is in no file, plan or state. It is required to
 * recreate the object, not to import it.
 */
export function secret(scope: Construct, name: string): string {
  const variable = new TerraformVariable(scope, name, { type: 'string', sensitive: true });
  variable.addOverride('default', null);
  variable.addOverride('ephemeral', true);
  return variable.stringValue;
}
`;

/** Returns one file, or an index and a folder of parts. */
function sectionFiles(section: Section, variables: Variables): AdoptedFile[] {
  const { kind, declarations } = section;
  const file = fileName(kind);
  const parts = splitIntoParts(declarations);
  if (parts.length === 1) {
    const text = declarationsFile(section, { variables, name: functionName(kind), up: '.' });
    return [{ path: `${folder}/${file}.ts`, text }];
  }
  const named = parts.map(
    (part, index): Part => ({
      name: `${functionName(kind)}${index + 1}`,
      declarations: part,
      returns: part.some(variables.isExported),
    }),
  );
  return [
    { path: `${folder}/${file}.ts`, text: indexFile(section, named) },
    ...named.map((part, index): AdoptedFile => {
      const text = declarationsFile({ ...part, kind }, { variables, name: part.name, up: '..', part: true });
      return { path: `${folder}/${file}/part-${index + 1}.ts`, text };
    }),
  ];
}

/** Keeps a policy and its rules in one part, since the rules refer to the variable of the policy. */
function splitIntoParts(declarations: readonly Declaration[]): Declaration[][] {
  const parts: Declaration[][] = [];
  for (const each of declarations) {
    const part = parts.at(-1);
    const follows = part && kindForNaming(each.resource) !== each.resource;
    if (part && (part.length < MAX_DECLARATIONS_PER_FILE || follows)) part.push(each);
    else parts.push([each]);
  }
  return parts;
}

interface Part {
  /** Name of its function. */
  readonly name: string;
  readonly declarations: readonly Declaration[];
  readonly returns: boolean;
}

function indexFile(section: Section, parts: readonly Part[]): string {
  const { kind, declarations } = section;
  const call = (part: Part): string =>
    `${part.name}(${['scope', ...referredKinds({ ...part, kind }).map(parameterName)].join(', ')})`;
  const imports = parts.map(({ name }, index) => `import { ${name} } from './${fileName(kind)}/part-${index + 1}';`);
  const returning = parts.filter(({ returns }) => returns);
  const calls = parts.filter(({ returns }) => !returns).map((part) => `  ${call(part)};\n`);
  const returned = returning.map((part) => `    ...${call(part)},\n`).join('');
  const body = returned === '' ? calls.join('') : `${calls.join('')}  return {\n${returned}  };\n`;
  return `import type { Construct } from 'constructs';
${[...typeImports(section, '.'), ...imports].sort().join('\n')}

/** ${formatDeclarationCount(declarations, kind)}, in ${parts.length} files. */
${signature(functionName(kind), parametersOf(section), returned !== '')}
${body}}
${typeDeclaration(kind, returned !== '')}`;
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
  const kept = declarations.filter(variables.isExported).map((each) => variables.find(each) as string);
  const imports = [...typeImports(section, up), ...(secrets ? [`import { secret } from '${up}/secret';`] : [])].sort();
  const statements = declarations.map((each) => statement(each, kind, variables));
  const returned = kept.length > 0 ? `\n  return {\n${kept.map((each) => `    ${each},`).join('\n')}\n  };\n` : '';
  return `import type { Construct } from 'constructs';
import { ${classes.join(', ')} } from 'netingress';
${imports.map((line) => `${line}\n`).join('')}
/** ${formatDeclarationCount(declarations, kind)}. */
${signature(name, parametersOf(section), kept.length > 0)}
${statements.join('\n')}${returned}}
${part ? '' : typeDeclaration(kind, kept.length > 0)}`;
}

function typeDeclaration(kind: string, returns: boolean): string {
  if (!returns) return '';
  return `\n/** Constructs that other files refer to. */\nexport type ${typeName(kind)} = ReturnType<typeof ${functionName(kind)}>;\n`;
}

function statement(declaration: Declaration, kind: string, variables: Variables): string {
  const { resource, name, importId, body, remarks } = declaration;
  const scope = {
    reference: (to: { readonly resource: string; readonly name: string }) =>
      to.resource === kind ? (variables.find(to) as string) : `${parameterName(to.resource)}.${variables.find(to)}`,
    secret: (indent: number, column: number, variable: string) =>
      tsCall('secret', ['scope', tsString(variable)], undefined, { indent, column }),
  };
  const held = variables.find(declaration);
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

/** Kinds of other sections that a section refers to. */
function referredKinds({ kind, declarations }: Section): string[] {
  const names = declarations.flatMap(findReferences).map(({ resource }) => resource);
  return [...new Set(names)].filter((name) => name !== kind);
}

function signature(name: string, parameters: readonly string[], returns: boolean): string {
  const end = returns ? ' {' : ': void {';
  const line = `export function ${name}(${parameters.join(', ')})${end}`;
  return line.length <= LINE_WIDTH ? line : `export function ${name}(\n  ${parameters.join(',\n  ')},\n)${end}`;
}

function parametersOf(section: Section): string[] {
  const others = referredKinds(section).map((kind) => `${parameterName(kind)}: ${typeName(kind)}`);
  return ['scope: Construct', ...others];
}

function typeImports(section: Section, up: string): string[] {
  return referredKinds(section).map((kind) => `import type { ${typeName(kind)} } from '${up}/${fileName(kind)}';`);
}

function fileName(kind: string): string {
  return kebabCase(getKind(kind).plural);
}

function functionName(kind: string): string {
  return `declare${pascalCase(getKind(kind).plural)}`;
}

function parameterName(kind: string): string {
  return camelCase(getKind(kind).plural);
}

function typeName(kind: string): string {
  return pascalCase(getKind(kind).plural);
}
