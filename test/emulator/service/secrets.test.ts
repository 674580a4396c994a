import type { Attributes, Kind } from '../../../src/model/kind';
import { getKind, kindsIn } from '../../../src/model/kinds';
import { kindIn, PROFILES, type Profile } from '../../../src/model/profiles';
import { toProfileBody } from '../../../src/model/profiles/profile-body';
import type { JsonObject } from '../../../src/values/json';
import { type Create, createMaker } from '../../every-kind';
import { fullVariants, type Leaf, leavesOf, withValue } from '../../support/acceptance/samples';
import { createApi } from '../../support/emulator/api';
import { KINDS_WITH_PROFILE } from '../../support/kinds';
import { testRows } from '../../support/requirements';

const CONTROLS = ['state', 'events', 'requests', 'snapshots?name=now', 'picture'];

/** Each kind in one profile, and then those of both profiles in the other one. */
const cases = Object.values(PROFILES)
  .flatMap((profile) => kindsIn(profile).map((kind) => ({ kind, profile })))
  .sort((a, b) => Number(isPlain(b)) - Number(isPlain(a)));

function isPlain({ kind: { name }, profile }: { readonly kind: Kind; readonly profile: Profile }): boolean {
  return KINDS_WITH_PROFILE.some((each) => each.kind.name === name && each.profile === profile.name);
}

const nameOf = ({ path }: Leaf): string => path.at(-1) as string;

const sensitiveLeaves = (attributes: Attributes, values: JsonObject): Leaf[] =>
  leavesOf(attributes, values).filter(({ attribute }) => attribute.sensitive);

function sensitiveNames(attributes: Attributes): string[] {
  const available = Object.entries(attributes).filter(([, { unavailable }]) => !unavailable);
  return available.flatMap(([name, attribute]) => [
    ...(attribute.sensitive ? [name] : []),
    ...(attribute.type === 'object' ? sensitiveNames(attribute.attributes) : []),
    ...('elements' in attribute && attribute.elements !== 'string' ? sensitiveNames(attribute.elements) : []),
  ]);
}

/** The body with secrets that occur nowhere else, where the service accepts any text: the samples repeat one string. */
function withOwnSecrets(attributes: Attributes, body: JsonObject): JsonObject {
  return sensitiveLeaves(attributes, body)
    .filter(({ attribute }) => !('format' in attribute && attribute.format))
    .reduce((changed, leaf) => withValue(changed, leaf.path, `very-secret-${nameOf(leaf)}`), body);
}

/** What JSON and a header contain of a secret: of a key as PEM, a line. */
function searched({ value }: Leaf): string {
  const lines = String(value).split('\n');
  return (lines[1] ?? lines[0]) as string;
}

describe('the secrets of an object are only in the request or response that creates it: in no other response, event or log, and in no control that shows objects or requests, unless it is asked for secrets', () => {
  testRows(cases, { plain: cases.filter(isPlain).length })(
    '$kind.name of the profile $profile.name',
    async ({ kind, profile }) => {
      const found = new Set<string>();
      for (let variant = 0; variant < fullVariants(kind); variant += 1) {
        const api = createApi({ profile: profile.name }, profile.headers);
        const secrets: string[] = [];
        const create: Create = async (made, sample) => {
          const body = withOwnSecrets(made.attributes, sample);
          const created = await api.create(made.path, toProfileBody(made.attributes, body, profile));
          const leaves = [body, created as JsonObject].flatMap((values) => sensitiveLeaves(made.attributes, values));
          secrets.push(...leaves.map(searched));
          if (made.name === kind.name) for (const leaf of leaves) found.add(nameOf(leaf));
          return created;
        };
        const { make } = createMaker(create, (name) => kindIn(getKind(name), profile));
        const path = `${kind.path}/${(await make(kind, 'full', variant)).id}`;
        const { emulator } = api;
        const shown: unknown[] = [];
        const show = async (method: string, shownPath: string, body?: JsonObject) =>
          shown.push((await api.send(method, shownPath, body)).body);
        const showControls = async () => {
          for (const name of CONTROLS) await show('GET', `/_emulator/${name}`);
          shown.push(emulator.events(), emulator.requests(), emulator.objects(kind.name));
        };
        await show('GET', path);
        await show('PATCH', path, kind.attributes['description'] ? { description: 'x' } : {});
        await show('GET', kind.path);
        for (const secret of secrets) {
          await api.send('GET', '/ip_policies', undefined, { authorization: `Bearer ${secret}` });
        }
        await showControls();
        const { body: asked } = await api.send('GET', '/_emulator/snapshots?name=now&secrets=true');
        for (const secret of secrets) expect(JSON.stringify(asked)).toContain(JSON.stringify(secret).slice(1, -1));
        await show('DELETE', path);
        await showControls();
        const text = JSON.stringify(shown);
        for (const secret of [...secrets, 'PRIVATE KEY', 'private_key_pem']) expect(text).not.toContain(secret);
      }
      expect(found).toEqual(new Set(sensitiveNames(kind.attributes)));
    },
  );
});
