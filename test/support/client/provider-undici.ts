import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import { buildSync } from 'esbuild';
import { BUNDLE_OPTIONS, UNDICI_ENTRY } from '../../../scripts/build-provider';

let built: Record<string, unknown> | undefined;

/** undici as the provider loads it: built with the same options and compiled from a string. */
export function providerUndici(): Record<string, unknown> {
  if (built) return built;
  const { outputFiles } = buildSync({ ...BUNDLE_OPTIONS, entryPoints: [UNDICI_ENTRY], write: false });
  const module = { exports: {} };
  const code = compileFunction(outputFiles[0]?.text ?? '', ['module', 'exports', 'require']);
  code(module, module.exports, createRequire(__filename));
  built = module.exports;
  return built;
}
