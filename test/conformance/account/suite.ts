/** The run in the process of the tests. Every result is a line of a file, from which the command makes the report. */
import { appendFileSync } from 'node:fs';
import { type Api, createApi } from '../api';
import { findDefect, OPERATIONS } from '../clients/clients';
import { judgeService } from '../clients/judge-service';
import { CONNECT } from '../clients/vendor-client';
import { type AccountRun, NOT_AVAILABLE_CODES, planCases, planClients, type Result } from './plan';

export function accountSuite(run: AccountRun): void {
  const target = { baseUrl: run.url, apiKey: run.key, profile: run.profile };
  const add = (result: Result): void => appendFileSync(run.results, `${JSON.stringify(result)}\n`);
  const attempt = async (where: Pick<Result, 'path' | 'by' | 'what'>, check: (api: Api) => Promise<void>) => {
    const api = createApi(target);
    try {
      await check(api);
      add({ ...where, result: 'as documented' });
    } catch (error) {
      const refused = api.refusals.find((code) => NOT_AVAILABLE_CODES.includes(code));
      const detail = refused === undefined ? toPlainText((error as Error).message) : `error ${refused}`;
      add({ ...where, result: refused === undefined ? 'different' : 'not available', detail });
    } finally {
      await api.cleanUp();
    }
  };

  for (const { path, cases } of planCases(run))
    test.each(cases.map((one) => [one.title, one] as const))(`${path}: %s`, (what, { run: check }) =>
      attempt({ path, by: 'documents', what }, check),
    );

  for (const { facts, services } of planClients(run)) {
    describe(facts.package, () => {
      const client = CONNECT[facts.name](run.url, run.key);
      afterAll(() => client.close());
      test.each(services.map((service) => [service.path, service] as const))('%s', (path, service) =>
        attempt({ path, by: facts.name, what: OPERATIONS.join(', ') }, async (api) => {
          const outcomes = await judgeService(client, api, service, run.objects[path] ?? 0);
          for (const [operation, outcome] of Object.entries(outcomes)) {
            const defect = findDefect(facts, service.name, operation as keyof typeof outcomes);
            expect(`${operation}: ${JSON.stringify(outcome)}`).toMatch(defect?.outcome ?? /"works"|"missing"/);
          }
        }),
      );
    });
  }
}

/** Without the colors of a terminal, and short enough for the report: at most 1000 characters, chosen. */
function toPlainText(message: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escapes of colors
  return message.replaceAll(/\u001B\[\d+m/g, '').slice(0, 1000);
}
