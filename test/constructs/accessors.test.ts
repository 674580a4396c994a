/** The accessors of the generated classes: their interfaces declare them, `src/constructs/outputs.ts` defines them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import * as library from '../../src';
import { DataNetingressEventDestination, IpPolicyRule, TlsCertificate } from '../../src';
import { newStack, removeFolders } from '../support/constructs/synth';

afterEach(removeFolders);

const folder = join(__dirname, '../../src/constructs/generated');

/** The declared members by interface, as `get cidr`, `set cidr` and `resetCidr`; with those that it extends. */
function declaredMembers(): Map<string, string[]> {
  const interfaces = readdirSync(folder).flatMap((name) =>
    ts
      .createSourceFile(name, readFileSync(join(folder, name), 'utf8'), ts.ScriptTarget.ES2022, true)
      .statements.filter(ts.isInterfaceDeclaration),
  );
  const byName = new Map(interfaces.map((each) => [each.name.text, each]));
  const membersOf = (name: string): string[] => {
    const found = byName.get(name);
    if (!found) return [];
    const inherited = (found.heritageClauses ?? []).flatMap(({ types }) =>
      types.map(({ expression }) => expression.getText()),
    );
    return [...inherited.flatMap(membersOf), ...found.members.map(describeMember)];
  };
  return new Map(interfaces.map(({ name: { text } }) => [text, [...new Set(membersOf(text))].sort()]));
}

function describeMember(member: ts.TypeElement): string {
  const prefix = ts.isGetAccessor(member) ? 'get ' : ts.isSetAccessor(member) ? 'set ' : '';
  return `${prefix}${member.name?.getText()}`;
}

function definedMembers(prototype: object): string[] {
  return Object.entries(Object.getOwnPropertyDescriptors(prototype) as Record<string, PropertyDescriptor>)
    .filter(([name]) => name !== 'constructor')
    .flatMap(([name, { get, set }]) =>
      get || set ? [...(get ? [`get ${name}`] : []), ...(set ? [`set ${name}`] : [])] : [name],
    )
    .sort();
}

test('each generated class defines the accessors that its interface declares, and no others', () => {
  const declared = declaredMembers();
  const classes = Object.entries<unknown>({ ...library }).filter(
    (entry): entry is [string, { readonly prototype: object }] =>
      declared.has(entry[0]) && typeof entry[1] === 'function',
  );
  // Most of the generated classes, so that the loop is not empty; the bound is chosen.
  expect(classes.length).toBeGreaterThan(170);
  for (const [name, { prototype }] of classes)
    expect({ name, members: definedMembers(prototype) }).toEqual({ name, members: declared.get(name) });
});

test('an accessor can be overridden, and the override calls the inherited one', () => {
  class LabelledRule extends IpPolicyRule {
    override get description(): string {
      return `${super.description} (labelled)`;
    }

    override set description(value: string) {
      super.description = value.toUpperCase();
    }

    override get cidrInput(): string | undefined {
      return super.cidrInput?.trim();
    }

    override resetMetadata(): void {
      super.resetMetadata();
      super.resetDescription();
    }
  }
  const rule = new LabelledRule(newStack(), 'rule', { ipPolicyId: 'ipp_1', cidr: '10.0.0.0/8 ', action: 'allow' });
  rule.description = 'office';
  expect([rule.descriptionInput, rule.cidrInput]).toEqual(['OFFICE', '10.0.0.0/8']);
  expect(rule.description).toContain('(labelled)');
  rule.resetMetadata();
  expect(rule.descriptionInput).toBeUndefined();
});

test('a computed attribute has no setter, a write-only one has, and a nested object of a data source has its class', () => {
  const stack = newStack();
  const certificate = new TlsCertificate(stack, 'certificate', { certificatePem: 'x' });
  // @ts-expect-error Computed.
  expect(() => (certificate.id = 'x')).toThrow('only a getter');
  certificate.privateKeyPemWo = 'y';
  expect(certificate.privateKeyPemWoInput).toBe('y');
  const destination = new DataNetingressEventDestination(stack, 'destination', { id: 'ed_1' });
  const auth: library.DataNetingressEventDestinationTargetAuthOutputReference = destination.target.logGroup.auth;
  expect(auth).toBeInstanceOf(library.DataNetingressEventDestinationTargetAuthOutputReference);
});
