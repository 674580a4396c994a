/**
 * Objects that others reference and of which two may exist at once, as the model says: renamed, removed, replaced and tainted
 * with the real Terraform. All references are in one configuration, so that one run of Terraform changes all.
 */
import { type KindReference, listBlockingReferences } from '../../../src/model/references';
import { isCreatedFirst } from '../../../src/model/replacement-order';
import type { JsonObject } from '../../../src/values/json';
import { type AllKinds, merged } from '../../support/acceptance/all-kinds';
import { useAttachedAccount } from '../../support/acceptance/provider-in-process';
import { dependencies, minimalConfig } from '../../support/acceptance/samples';
import { failureOf } from '../../support/acceptance/workspace';
import { expression } from '../../support/expression';
import { SPEC_KINDS } from '../../support/kinds';
import { testInCi } from '../../support/requirements';

interface Row {
  readonly target: string;
  readonly label: string;
  readonly reference: KindReference;
  /** Whether the object that has the reference is replaced together with this one, and so deleted before it. */
  readonly isReplacedWithIt: boolean;
}

const ROWS = SPEC_KINDS.filter(({ name }) => isCreatedFirst(name)).flatMap(({ name }) =>
  listBlockingReferences(name).map((reference): Row => {
    const { requiresReplace } = reference.kind.attributes[reference.attribute] ?? {};
    const label = `by_${reference.kind.name}`;
    return { target: name, label, reference, isReplacedWithIt: requiresReplace === 'always' };
  }),
);

const REFUSED = ROWS.filter(({ isReplacedWithIt }) => !isReplacedWithIt);

const account = useAttachedAccount();
beforeEach(() => account.emulator.reset());
afterEach(() => account.workspace.forget());

interface Shape {
  readonly flag: boolean;
  /** Beginning of the names of the referenced objects; `named` by default. */
  readonly name?: string;
  readonly isRemoved?: boolean;
}

const addressOf = ({ target, label }: Row, name: string): string => `netingress_${target}.${name}_${label}`;
const userOf = ({ reference, label }: Row): string => `netingress_${reference.kind.name}.${label}`;

/**
 * The referenced object, another one of its kind that stays, and the object with the reference. With `isRemoved` the first
 * one is omitted, and the one that stays is referenced.
 */
function configureRow(row: Row, index: number, { flag, name = 'named', isRemoved = false }: Shape): AllKinds {
  const { target, label, reference } = row;
  const kind = SPEC_KINDS.find((each) => each.name === target) as (typeof SPEC_KINDS)[number];
  const lifecycle = flag ? { lifecycle: { create_before_destroy: true } } : {};
  const names = isRemoved ? ['kept'] : [name, 'kept'];
  const values = (part: string): JsonObject => ({
    ...minimalConfig(kind, { object: 10 * index + (part === 'kept' ? 1 : 0) }),
    ...lifecycle,
  });
  const id = expression(`${addressOf(row, names[0] as string)}.id`);
  const isList = reference.kind.attributes[reference.attribute]?.type !== 'string';
  return {
    [`netingress_${target}`]: Object.fromEntries(names.map((part) => [`${part}_${label}`, values(part)])),
    [`netingress_${reference.kind.name}`]: {
      [label]: {
        ...minimalConfig(reference.kind, { object: 500 + index }),
        [reference.attribute]: isList ? [id] : id,
      },
    },
  };
}

function configure(shape: Shape): Promise<void> {
  const rows = ROWS.flatMap((row, index) => [dependencies(row.reference.kind), configureRow(row, index, shape)]);
  return account.workspace.configure(merged(...rows));
}

/** The id of each row's referenced object. */
type Ids = ReadonlyMap<Row, string>;

async function readIds(): Promise<Ids> {
  const state = await account.workspace.allAttributes();
  return new Map(ROWS.map((row) => [row, String(state.get(addressOf(row, 'named'))?.['id'])]));
}

/** The labels of the rows whose object with this id still exists. */
function listExisting(ids: Ids): string[] {
  const remaining = [...ids].filter(([{ target }, id]) =>
    account.emulator.objects(target).some((object) => object['id'] === id),
  );
  return remaining.map(([{ label }]) => label);
}

const addresses = (): string[] => ROWS.map((row) => addressOf(row, 'named'));

/** Prepares the change: configures it or taints the objects. Returns the arguments of the apply that makes it. */
type Start = (flag: boolean) => Promise<readonly string[]>;

const CHANGES: readonly (readonly [change: string, cause: 'removal' | 'replacement', start: Start])[] = [
  ['renamed', 'removal', (flag) => configure({ flag, name: 'renamed' }).then(() => [])],
  ['replaced', 'replacement', async () => addresses().map((address) => `-replace=${address}`)],
  ['removed', 'removal', (flag) => configure({ flag, isRemoved: true }).then(() => [])],
  ['tainted', 'replacement', () => account.workspace.taint(addresses()).then(() => [])],
];

async function expectDone(before: Ids): Promise<void> {
  expect(await account.workspace.changes()).toEqual({});
  expect(listExisting(before)).toEqual([]);
}

/** Returns the addresses of the objects with these ids: what `terraform state list -id=ID` prints. */
async function lookUp(ids: readonly unknown[]): Promise<string[]> {
  const state = await account.workspace.allAttributes();
  return [...state].filter(([, { id }]) => ids.includes(id)).map(([address]) => address);
}

// A plain run has other changes of such objects, in in-use.test.ts.
describe.each(CHANGES)('%s', (_, cause, start) => {
  testInCi('with create_before_destroy in the state: one apply', async () => {
    await configure({ flag: true });
    await account.workspace.apply();
    const before = await readIds();
    await account.workspace.apply(...(await start(true)));
    await expectDone(before);
  });

  testInCi(
    'without it: an object whose user is not replaced, too, stays, and the remedy of the message finishes the change',
    async () => {
      const { workspace } = account;
      await configure({ flag: false });
      await workspace.apply();
      const before = await readIds();
      const args = await start(false);
      const text = await failureOf(workspace, 'apply', '-no-color', '-auto-approve', ...args);
      expect(listExisting(before)).toEqual(expect.arrayContaining(REFUSED.map(({ label }) => label)));
      if (cause === 'replacement') {
        for (const { target } of REFUSED)
          expect(text).toContain(`create_before_destroy = true } to the netingress_${target} and apply again`);
        await configure({ flag: true });
        await workspace.apply(...args);
      } else {
        const found = [...text.matchAll(/with the address of [^(]*\(terraform state list -id=(\S+) prints it\)/g)];
        const users = await lookUp(found.map(([, id]) => id));
        expect([...users].sort()).toEqual(REFUSED.map(userOf).sort());
        await workspace.apply(...users.map((address) => `-target=${address}`));
        await workspace.apply();
      }
      await expectDone(before);
    },
  );
});

/** Objects with a unique name are in in-use.test.ts; endpoints of agents are no resource. */
test('these references keep an object that may exist twice from being deleted', () => {
  expect(ROWS.map(({ target, label }) => `${target} ${label}`)).toEqual([
    'ip_policy by_ip_restriction',
    'event_destination by_event_subscription',
    'tls_certificate by_domain',
    'ssh_certificate_authority by_ssh_host_certificate',
    'ssh_certificate_authority by_ssh_user_certificate',
  ]);
});
