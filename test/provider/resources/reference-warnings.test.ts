import { SPEC_KINDS } from '../../support/kinds';
import { createHarness, type Harness } from '../../support/provider/harness';

let harness: Harness;

beforeEach(async () => {
  harness = await createHarness();
});

const references = SPEC_KINDS.flatMap(({ name, attributes }) =>
  Object.entries(attributes).flatMap(([attribute, { type, ...more }]) =>
    'ref' in more && more.ref ? [[name, attribute, type, more.ref.kind] as const] : [],
  ),
);

test.each(references)('%s.%s: the id of another kind is a warning', async (name, attribute, type, target) => {
  const validate = async (prefix: string) => {
    const id = `${prefix}_2Xr7ZBPCMGkuWuUKLwXnCPrhmGF`;
    const diagnostics = await harness.validate(`netingress_${name}`, { [attribute]: type === 'string' ? id : [id] });
    return diagnostics.filter(({ severity }) => severity === 'warning');
  };
  const kind = SPEC_KINDS.find((each) => each.name === target);
  const other = SPEC_KINDS.find((each) => each.name !== target);
  expect(await validate(kind?.idPrefix ?? '')).toEqual([]);
  expect(await validate('unheard')).toEqual([]);
  expect(await validate(other?.idPrefix ?? '')).toEqual([
    expect.objectContaining({ path: [attribute], detail: expect.stringContaining(`expected the id of`) }),
  ]);
});
