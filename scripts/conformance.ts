/**
 * `npm run conformance -- --url … --key …`: checks an account of a service against the documents; docs/guides/ngrok.md.
 */
import { parseArgs } from 'node:util';
import { REQUESTS_PER_MINUTE, Refused, runConformance } from '../test/conformance/account/run';
import { CLIENTS, type ClientFacts } from '../test/conformance/clients/clients';

const HELP = `npm run conformance -- --url https://api.ngrok.com --key KEY [options]

Creates, reads, changes, lists and deletes objects of its own in an account, by the documents and with the vendor's
clients, and says what differs. Use an account for tests.

  --dry-run                  lists what it would do; only reads
  --account-object ID        any object of the account, so that no other account is used by mistake
  --empty-account            the account has no objects
  --profile spec|ngrok       default: ngrok
  --only PATH                only this collection, such as /ip_policies; repeatable
  --client NAME              JavaScript, Python or Go; repeatable; default: JavaScript; none with --profile spec
  --requests-per-minute N    default: 40, a third of what the public service accepts; no limit with --profile spec
  --journal FILE             what was created, for the next run; default: .netingress-conformance.ndjson
  --out FILE                 writes the report there instead of printing it

The key can also be in NETINGRESS_API_KEY. Exit status: 0 as documented, 1 not run or not finished,
2 different, nothing checked, or an object is left.
`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      key: { type: 'string', default: process.env['NETINGRESS_API_KEY'] ?? '' },
      profile: { type: 'string', default: 'ngrok' },
      'dry-run': { type: 'boolean', default: false },
      'account-object': { type: 'string' },
      'empty-account': { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      client: { type: 'string', multiple: true, default: ['JavaScript'] },
      'requests-per-minute': { type: 'string' },
      journal: { type: 'string', default: '.netingress-conformance.ndjson' },
      out: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const { url, key, profile, client, 'account-object': accountObject, out } = values;
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  if (url === undefined || key === '') throw new Refused('--url and --key are required; --help shows an example.');
  if (profile !== 'spec' && profile !== 'ngrok')
    throw new Refused(`--profile is '${profile}'; expected spec or ngrok.`);
  const unknown = client.find((name) => !Object.hasOwn(CLIENTS, name));
  if (unknown !== undefined)
    throw new Refused(`--client is '${unknown}'; expected ${Object.keys(CLIENTS).join(', ')}.`);
  const perMinute = values['requests-per-minute'];
  if (perMinute !== undefined && !/^[1-9]\d*$/.test(perMinute))
    throw new Refused(`--requests-per-minute is '${perMinute}'; expected a number from 1.`);
  return runConformance(
    {
      url,
      key,
      profile,
      dryRun: values['dry-run'],
      emptyAccount: values['empty-account'],
      only: values.only,
      clients: client as ClientFacts['name'][],
      requestsPerMinute: perMinute === undefined ? REQUESTS_PER_MINUTE[profile] : Number(perMinute),
      journal: values.journal,
      ...(accountObject !== undefined && { accountObject }),
      ...(out !== undefined && { out }),
    },
    console.log,
  );
}

main().then(
  (status) => {
    process.exitCode = status;
  },
  (error: Error) => {
    console.error(error instanceof Refused ? error.message : error.stack);
    process.exitCode = 1;
  },
);
