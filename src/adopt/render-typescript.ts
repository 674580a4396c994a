import { CDKTF_LIBRARIES, type CdktfLibrary } from '../model/cdktf-library';
import { ipPolicyRules } from '../model/composites';
import { getKind } from '../model/kinds';
import { camelCase, kebabCase, pascalCase } from '../model/naming';
import { objectKey } from '../model/object-key';
import { oneLine } from '../model/text';
import type { AdoptedFile, Adoption, RenderOptions } from './adoption';
import {
  type Declaration,
  type DeclaredName,
  formatDeclarationCount,
  type KindDeclarations,
  type ObjectEntry,
} from './expression';
import { constructId } from './names';
import { findPatterns, type Patterns } from './patterns';
import { LINE_WIDTH, type TsScope, tsCall, tsObject, tsString } from './print-typescript';
import { findResourceNames, nameVariables, type Variables } from './ts-variables';

/** Chosen: a kind with more declarations is split into several files, so that each function stays readable. */
const MAX_DECLARATIONS_PER_FILE = 100;

export const STACK = 'ingress';
const folder = 'adopted';

/** Without `package.json` and other files of a project, which `projectFiles` returns. */
export function renderTypeScript(adoption: Adoption, options: RenderOptions): AdoptedFile[] {
  const { sections } = adoption;
  const { library = 'cdktf' } = options;
  const variables = nameVariables(
    sections,
    sections.map(({ kind }) => parameterName(kind)),
  );
  const patterns = findPatterns(sections);
  const secrets = sections.some(({ declarations }) =>
    declarations.some((declaration) => declaration.secrets.length > 0),
  );
  return [
    { path: 'main.ts', text: mainFile(adoption, library, options) },
    ...sections.flatMap((section) => sectionFiles(section, { variables, patterns, library })),
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
  const warning =
    accountObject === undefined
      ? ''
      : ` Before other requests, the provider reads accountObject:
    // if the account of the key does not have it, nothing else is sent. Name another object before it is deleted.`;
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
    // Configured by NETINGRESS_BASE_URL and NETINGRESS_API_KEY.${warning}
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
  const variable = new TerraformVariable(scope, name, { type: 'string' });
  variable.addOverride('default', null);
  variable.addOverride('ephemeral', true);
  return variable.stringValue;
}
`;
}

function sectionFiles(
  section: KindDeclarations,
  shared: Pick<FileOptions, 'variables' | 'patterns' | 'library'>,
): AdoptedFile[] {
  const { kind, declarations } = section;
  const file = fileName(kind);
  const parts = splitIntoParts(declarations);
  if (parts.length === 1) {
    const text = declarationsFile(section, { ...shared, name: functionName(kind), isPart: false });
    return [{ path: `${folder}/${file}.ts`, text }];
  }
  return [
    { path: `${folder}/${file}.ts`, text: indexFile(section, parts, shared.variables) },
    ...parts.map((part, index): AdoptedFile => {
      const name = `${functionName(kind)}${index + 1}`;
      const text = declarationsFile({ kind, declarations: part }, { ...shared, name, isPart: true });
      return { path: `${folder}/${file}/part-${index + 1}.ts`, text };
    }),
  ];
}

/**
 * Keeps a policy and the rule set that follows it in one part, since the rule set refers to the variable of the policy:
 * {@link Adoption.sections} has it after its policy.
 */
function splitIntoParts(declarations: readonly Declaration[]): Declaration[][] {
  const parts: Declaration[][] = [];
  for (const declaration of declarations) {
    const part = parts.at(-1);
    const isRuleSet = declaration.type === ipPolicyRules.name;
    if (part && (part.length < MAX_DECLARATIONS_PER_FILE || isRuleSet)) part.push(declaration);
    else parts.push([declaration]);
  }
  return parts;
}

function indexFile(section: KindDeclarations, parts: readonly Declaration[][], variables: Variables): string {
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
  readonly patterns: Patterns;
  readonly library: CdktfLibrary;
  readonly name: string;
  /** Whether the file is one of several of the section, which are in a folder below. */
  readonly isPart: boolean;
}

function declarationsFile(
  section: KindDeclarations,
  { variables, patterns, library, name, isPart }: FileOptions,
): string {
  const { kind, declarations } = section;
  const secrets = declarations.some((declaration) => declaration.secrets.length > 0);
  const returnedVariables = declarations.filter(variables.isUsedElsewhere).map(variables.find);
  const returns = returnedVariables.length > 0;
  const up = isPart ? '..' : '.';
  const imports = [...typeImports(section, up), ...(secrets ? [`import { secret } from '${up}/secret';`] : [])].sort();
  const hasPolicy = declarations.some(({ body }) => body.some(([, { type }]) => type === 'policy'));
  const constructs = declarations.flatMap((declaration) => toConstruct(declaration, patterns) ?? []);
  const names = new Set([...constructs.map(({ className }) => className), ...(hasPolicy ? ['TrafficPolicy'] : [])]);
  const statements = constructs.map((each) => statement(each, kind, variables));
  const returned = returns
    ? `\n  return {\n${returnedVariables.map((variable) => `    ${variable},\n`).join('')}  };\n`
    : '';
  return `import type { Construct } from 'constructs';
import { ${[...names].sort(compareNames).join(', ')} } from '${CDKTF_LIBRARIES[library].entry}';
${imports.map((line) => `${line}\n`).join('')}
/** ${formatDeclarationCount(declarations, kind)}. */
${signature(name, parametersOf(section), returns)}
${statements.join('\n')}${returned}}
${isPart ? '' : typeDeclaration(kind, returns)}`;
}

/** The order in which formatters sort imported names: case is ignored. */
function compareNames(a: string, b: string): number {
  return a.toLowerCase() < b.toLowerCase() ? -1 : 1;
}

function typeDeclaration(kind: string, returns: boolean): string {
  if (!returns) return '';
  return `\n/** Constructs that other files refer to. */\nexport type ${typeName(kind)} = ReturnType<typeof ${functionName(kind)}>;\n`;
}

interface Constructed {
  readonly declaration: Declaration;
  readonly className: string;
  readonly props: readonly ObjectEntry[];
  /** Calls after the construction, such as `.importFrom`, with the ids of the objects. */
  readonly imports: readonly (readonly [call: string, id: string])[];
}

/** Undefined if the pattern of another declaration contains the object. */
function toConstruct(declaration: Declaration, patterns: Patterns): Constructed | undefined {
  const { type, name, importId, body } = declaration;
  const key = objectKey(type, name);
  if (!patterns.has(key))
    return { declaration, className: pascalCase(type), props: body, imports: [['.importFrom', importId]] };
  const pattern = patterns.get(key);
  if (pattern === undefined) return undefined;
  const imports = pattern.imports.map(([member, id]) => [`.${member}.importFrom`, id] as const);
  return { declaration, className: pattern.className, props: pattern.props, imports };
}

function statement(
  { declaration, className, props: members, imports }: Constructed,
  kind: string,
  variables: Variables,
) {
  const { type, name, remarks } = declaration;
  const scope: TsScope = {
    reference: (to: DeclaredName) =>
      to.type === kind ? (variables.find(to) as string) : `${parameterName(to.type)}.${variables.find(to)}`,
    secret: (indent: number, column: number, variable: string) =>
      tsCall('secret', ['scope', tsString(variable)], undefined, { indent, column }),
  };
  const variable = variables.find(declaration);
  const prefix = `${variable === undefined ? '' : `const ${variable} = `}new ${className}`;
  const props = members.length > 0 ? (indent: number) => tsObject(members, indent, scope, camelCase) : undefined;
  const construction = tsCall(prefix, ['scope', tsString(constructId(type, name))], props, { indent: 2 });
  const lastLine = construction.slice(construction.lastIndexOf('\n') + 1);
  const column = construction === lastLine ? 2 + construction.length : lastLine.length;
  const comments = remarks.map((remark) => `  // ${oneLine(remark)}\n`).join('');
  const [first] = imports;
  if (variable === undefined && first !== undefined && imports.length === 1) {
    const importCall = tsCall(first[0], [tsString(first[1])], undefined, { indent: 2, column });
    return `${comments}  ${construction}${importCall};\n`;
  }
  // Only an allow list has several imports. It always has a variable, because its rules refer to its policy.
  const importCalls = imports.map(([call, id]) => `  ${variable}${call}(${tsString(id)});\n`).join('');
  return `${comments}  ${construction};\n${importCalls}`;
}

function referredKinds({ kind, declarations }: KindDeclarations): string[] {
  const names = declarations.flatMap(findResourceNames).map(({ type }) => type);
  return [...new Set(names)].filter((name) => name !== kind);
}

function signature(name: string, parameters: readonly string[], returns: boolean): string {
  const end = returns ? ' {' : ': void {';
  const line = `export function ${name}(${parameters.join(', ')})${end}`;
  return line.length <= LINE_WIDTH ? line : `export function ${name}(\n  ${parameters.join(',\n  ')},\n)${end}`;
}

function parametersOf(section: KindDeclarations): string[] {
  const others = referredKinds(section).map((kind) => `${parameterName(kind)}: ${typeName(kind)}`);
  return ['scope: Construct', ...others];
}

function typeImports(section: KindDeclarations, up: string): string[] {
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
