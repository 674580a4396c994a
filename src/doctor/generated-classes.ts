import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CliContext } from '../command/context';
import { cdktfCommand } from '../terraform/find-cdktf-library';
import { PROVIDER_ADDRESS } from '../terraform/mirror';
import { findPackage } from '../terraform/npm-package';
import { isJsonObject, type JsonObject, tryParseJson } from '../values/json';
import { type Check, ok } from './check';

const name = 'Generated classes';

/** The folder into which CDKTF generates classes unless `cdktf.json` names another one. */
const DEFAULT_FOLDER = '.gen';

/**
 * Whether the classes that `cdktf get` generates are those of the installed provider. Empty for a folder without
 * `cdktf.json`, and for an app that neither has such classes nor lists the provider in `terraformProviders`: the
 * constructs of this package need none.
 */
export function checkGeneratedClasses({ cwd }: CliContext): Check[] {
  const config = readJsonObject(join(cwd, 'cdktf.json'));
  if (config === undefined) return [];
  if (config === null)
    return [
      {
        name,
        status: 'skipped',
        found: 'whether there are any was not checked: cdktf.json cannot be read as a JSON object',
      },
    ];
  const { codeMakerOutput, terraformProviders = [] } = config;
  const folder = typeof codeMakerOutput === 'string' ? codeMakerOutput : DEFAULT_FOLDER;
  const file = join(folder, 'versions.json');
  const versions = readJsonObject(join(cwd, file));
  const generated = isJsonObject(versions) ? versions[PROVIDER_ADDRESS] : undefined;
  const isListed = JSON.stringify(terraformProviders).includes(PROVIDER_ADDRESS);
  if (!isListed && generated === undefined) return [];
  const get = cdktfCommand(cwd, 'get --force');
  if (versions === null)
    return [
      {
        name,
        status: 'skipped',
        found: `which provider the classes in ${folder} are of was not checked: ${file} cannot be read as a JSON object`,
        advice: `Run \`${get}\`.`,
      },
    ];
  const advice = `Run \`npx netingress provider install\`, and then \`${get}\`.`;
  if (generated === undefined)
    return [{ name, status: 'warning', found: `${folder} has no classes of the provider in cdktf.json`, advice }];
  const { version } = findPackage();
  if (generated === version) return [ok(name, `${folder} has those of netingress ${version}`)];
  const found = `${folder} has those of netingress ${String(generated)}, but ${version} is installed`;
  return [{ name, status: 'warning', found, advice }];
}

/** Undefined without the file; null if it is not a JSON object, or cannot be read: then the other checks still run. */
function readJsonObject(file: string): JsonObject | null | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const value = tryParseJson(readFileSync(file, 'utf8'));
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
