/**
 * Apps of several stacks that were never deployed. `terraform plan` fails for every stack that reads the state of another
 * one; the preview applies all of them in order. Several apps are previewed in one run.
 */
import { campaignSize } from '../fuzz';
import { createApp, type PreviewApp, readStack } from '../support/preview/app';
import { generateApp } from '../support/preview/generated-apps';

const APPS = campaignSize(2, 5, 20);
const APPS_PER_RUN = 5;

let app: PreviewApp;

beforeEach(async () => {
  app = await createApp();
});
afterEach(() => app.remove());

const apps = [...Array(APPS).keys()];
const runs = apps.filter((index) => index % APPS_PER_RUN === 0).map((first) => apps.slice(first, first + APPS_PER_RUN));

test.each(runs.map((indexes) => [indexes.join(', '), indexes] as const))(
  'the apps %s are previewed before anything is deployed',
  async (_, indexes) => {
    const generated = indexes.map((index) => generateApp(index, (name) => readStack(app, name)));
    await app.synthesize(Object.assign({}, ...generated.map(({ stacks }) => stacks)));
    const [dependent = ''] = generated.flatMap(({ dependents }) => dependents);
    await app.terraform(dependent, 'init');
    const plan = await app.terraform(dependent, 'plan');
    expect(plan.status).toBe(1);
    expect(plan.stderr).toContain('Unable to find remote state');
    const report = await app.report();
    expect(report.refusals).toEqual([]);
    expect(report.incomplete).toEqual([]);
    expect(report).toMatchObject({ result: 'applies', exit_status: 0, never_settles: [] });
    expect(report.stacks.map(({ name, status }) => `${name} ${status}`).sort()).toEqual(
      generated.flatMap(({ stacks }) => Object.keys(stacks).map((name) => `${name} applied`)).sort(),
    );
    expect(report.objects.filter(({ action, path }) => action === 'create' && path !== null).length).toBe(
      generated.reduce((sum, { objects }) => sum + objects, 0),
    );
    expect(app.emulator.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
  },
  1_800_000,
);
