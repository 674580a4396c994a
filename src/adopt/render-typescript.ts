import { CDKTF_LIBRARIES, type CdktfLibrary } from '../model/cdktf-library';
import { getKind } from '../model/kinds';
import { camelCase, kebabCase, pascalCase } from '../model/naming';
import { objectKey } from '../model/object-key';
import { oneLine } from '../model/text';
import type { AdoptedFile, Adoption, RenderOptions } from './adoption';
import {
  type Declaration,
  formatDeclarationCount,
  type PolicyExpression,
  type ResourceName,
  type Section,
} from './expression';
import { constructId } from './names';
import { printTsPolicy } from './print-policy';
import { LINE_WIDTH, type TsScope, tsCall, tsObject, tsString } from './print-typescript';
import { findReferences, nameVariables, type Variables } from './ts-variables';

/** A kind with more declarations is split into several files, so that each function stays readable. */
const MAX_DECLARATIONS_PER_FILE = 100;

export const STACK = 'ingress';
const folder = 'adopted';

/** Returns a CDKTF application: `main.ts`, and a file for each kind in `adopted/`. */
export function renderTypeScript(adoption: Adoption, options: RenderOptions): AdoptedFile[] {
  const { sections } = adoption;
  const { library = 'cdktf' } = options;
  const variables = nameVariables(
    sections,
    sections.map(({ kind }) => parameterName(kind)),
  );
  const secrets = sections.some(({ declarations }) =>
    declarations.some((declaration) => declaration.secrets.length > 0),
  );
  return [
    { path: 'main.ts', text: mainFile(adoption, library, options) },
    ...sections.flatMap((section) => sectionFiles(section, { variables, library })),
    ...(secrets ? [{ path: `${folder}/secret.ts`, text: secretFile(library) }] : []),
  ];
}

function mainFile({ sections, accountObject }: Adoption, library: CdktfLibrary, options: RenderOptions): string {
  const { version, providerAddress, isPublished, profile } = options;
  const members = [
    ...(isPublished ? [`source: '${providerAddress}'`] : []),
    ...(profile === undefined || profile === 'spec' ? [] : [`profile: '${profile}'`]),
    ...(accountObject === undefined ? [] : [`accountObject: '${accountObject}'`]),
  ];
  const props = members.length === 0 ? '' : `, {\n${members.map((each) => `      ${each},\n`).join('')}    }`;
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
import { App, TerraformStack } from '${library}';
import type { Construct } from 'constructs';
import { NetingressProvider } from '${CDKTF_LIBRARIES[library].entry}';
${imports.sort().join('')}
class IngressStack extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    // Configured by NETINGRESS_BASE_URL and NETINGRESS_API_KEY. With the key of another account than that of
    // accountObject, nothing is sent. Name another object before this one is deleted.
    new NetingressProvider(this, 'netingress'${props});

${calls.join('')}  }
}

const app = new App();
new IngressStack(app, '${STACK}');
app.synth();
`;
}

function secretFile(library: CdktfLibrary): string {
  return `import { TerraformVariable } from '${library}';
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
}

/** Returns one file, or an index and a folder of parts. */
function sectionFiles(section: Section, shared: Pick<FileOptions, 'variables' | 'library'>): AdoptedFile[] {
  const { kind, declarations } = section;
  const file = fileName(kind);
  const parts = splitIntoParts(declarations);
  if (parts.length === 1) {
    const text = declarationsFile(section, { ...shared, name: functionName(kind), up: '.' });
    return [{ path: `${folder}/${file}.ts`, text }];
  }
  return [
    { path: `${folder}/${file}.ts`, text: indexFile(section, parts, shared.variables) },
    ...parts.map((part, index): AdoptedFile => {
      const name = `${functionName(kind)}${index + 1}`;
      const text = declarationsFile({ kind, declarations: part }, { ...shared, name, up: '..', part: true });
      return { path: `${folder}/${file}/part-${index + 1}.ts`, text };
    }),
  ];
}

/** A declaration is in the part of the declarations that it refers to, such as rules with their policy. */
function splitIntoParts(declarations: readonly Declaration[]): Declaration[][] {
  const position = new Map(declarations.map(({ type, name }, index) => [objectKey(type, name), index]));
  /** The first position to which this declaration or a later one refers. */
  const firstReferred: number[] = [];
  declarations.reduceRight((first, declaration, index) => {
    const targets = findReferences(declaration).map(({ type, name }) => position.get(objectKey(type, name)) ?? index);
    firstReferred[index] = Math.min(first, index, ...targets);
    return firstReferred[index];
  }, declarations.length);
  const parts: Declaration[][] = [];
  declarations.forEach((declaration, index) => {
    const part = parts.at(-1);
    const mayStartPart = (firstReferred[index] ?? index) >= index;
    if (part && (part.length < MAX_DECLARATIONS_PER_FILE || !mayStartPart)) part.push(declaration);
    else parts.push([declaration]);
  });
  return parts;
}

function indexFile(section: Section, parts: readonly Declaration[][], variables: Variables): string {
  const { kind, declarations } = section;
  const calls = parts.map((part, index) => {
    const args = ['scope', ...referredKinds({ kind, declarations: part }).map(parameterName)];
    const returns = part.some(variables.isUsedElsewhere);
    return { text: `${functionName(kind)}${index + 1}(${args.join(', ')})`, returns };
  });
  const imports = parts.map((_, index) => {
    const number = index + 1;
    return `import { ${functionName(kind)}${number} } from './${fileName(kind)}/part-${number}';`;
  });
  const returned = calls.map(({ text, returns }) => (returns ? `    ...${text},\n` : '')).join('');
  const called = calls.map(({ text, returns }) => (returns ? '' : `  ${text};\n`)).join('');
  const body = returned === '' ? called : `${called}  return {\n${returned}  };\n`;
  return `import type { Construct } from 'constructs';
${[...typeImports(section, '.'), ...imports].sort().join('\n')}

/** ${formatDeclarationCount(declarations, kind)}, in ${parts.length} files. */
${signature(functionName(kind), parametersOf(section), returned !== '')}
${body}}
${typeDeclaration(kind, returned !== '')}`;
}

interface FileOptions {
  readonly variables: Variables;
  readonly library: CdktfLibrary;
  readonly name: string;
  /** Path to the folder of the sections. */
  readonly up: string;
  /** One of several files of the section. */
  readonly part?: boolean;
}

function declarationsFile(section: Section, { variables, library, name, up, part }: FileOptions): string {
  const { kind, declarations } = section;
  const secrets = declarations.some((declaration) => declaration.secrets.length > 0);
  const returnedVariables = declarations.filter(variables.isUsedElsewhere).map(variables.find);
  const returns = returnedVariables.length > 0;
  const imports = [...typeImports(section, up), ...(secrets ? [`import { secret } from '${up}/secret';`] : [])].sort();
  const names = new Set(declarations.map(({ type }) => pascalCase(type)));
  const statements = declarations.map((declaration) => statement(declaration, kind, variables, names));
  const returned = returns
    ? `\n  return {\n${returnedVariables.map((variable) => `    ${variable},\n`).join('')}  };\n`
    : '';
  return `import type { Construct } from 'constructs';
import { ${[...names].sort(compareNames).join(', ')} } from '${CDKTF_LIBRARIES[library].entry}';
${imports.map((line) => `${line}\n`).join('')}
/** ${formatDeclarationCount(declarations, kind)}. */
${signature(name, parametersOf(section), returns)}
${statements.join('\n')}${returned}}
${part ? '' : typeDeclaration(kind, returns)}`;
}

/** The order of formatters: case is ignored. */
function compareNames(a: string, b: string): number {
  return a.toLowerCase() < b.toLowerCase() ? -1 : 1;
}

function typeDeclaration(kind: string, returns: boolean): string {
  if (!returns) return '';
  return `\n/** Constructs that other files refer to. */\nexport type ${typeName(kind)} = ReturnType<typeof ${functionName(kind)}>;\n`;
}

/** Adds what the code of traffic policies imports to `names`. */
function statement(declaration: Declaration, kind: string, variables: Variables, names: Set<string>): string {
  const { type, name, importId, body, remarks } = declaration;
  const scope: TsScope = {
    reference: (to: ResourceName) =>
      to.type === kind ? (variables.find(to) as string) : `${parameterName(to.type)}.${variables.find(to)}`,
    secret: (indent: number, column: number, variable: string) =>
      tsCall('secret', ['scope', tsString(variable)], undefined, { indent, column }),
    policy: (policy: PolicyExpression, indent: number): string => printTsPolicy(policy, indent, scope, names),
  };
  const variable = variables.find(declaration);
  const prefix = `${variable === undefined ? '' : `const ${variable} = `}new ${pascalCase(type)}`;
  const props = body.length > 0 ? (indent: number) => tsObject(body, indent, scope, camelCase) : undefined;
  const construction = tsCall(prefix, ['scope', tsString(constructId(type, name))], props, { indent: 2 });
  const lastLine = construction.slice(construction.lastIndexOf('\n') + 1);
  const column = construction === lastLine ? 2 + construction.length : lastLine.length;
  const importCall = tsCall('.importFrom', [tsString(importId)], undefined, { indent: 2, column });
  const comments = remarks.map((remark) => `  // ${oneLine(remark)}\n`).join('');
  if (variable === undefined) return `${comments}  ${construction}${importCall};\n`;
  return `${comments}  ${construction};\n  ${variable}.importFrom(${tsString(importId)});\n`;
}

function referredKinds({ kind, declarations }: Section): string[] {
  const names = declarations.flatMap(findReferences).map(({ type }) => type);
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
