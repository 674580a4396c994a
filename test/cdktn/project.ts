/** The example `all-kinds` as a project with `cdktn`, whose `node_modules` does not contain `cdktf`. */
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';
import { linkPackages } from '../support/installed-packages';

const example = join(__dirname, '../../examples/all-kinds');

export interface CdktnProject {
  readonly folder: string;
  remove(): void;
}

export function createCdktnProject(): CdktnProject {
  const folder = mkdtempSync(join(tmpdir(), 'netingress-cdktn-'));
  linkPackages(folder, ['netingress', 'cdktn', 'constructs', '@types/node']);
  const source = readFileSync(join(example, 'main.ts'), 'utf8')
    .replace("from 'cdktf'", "from 'cdktn'")
    .replace("from 'netingress'", "from 'netingress/cdktn'");
  writeFileSync(join(folder, 'main.ts'), source);
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  writeFileSync(join(folder, 'main.js'), ts.transpileModule(source, { compilerOptions }).outputText);
  for (const name of readdirSync(example).filter((file) => file.endsWith('.pem')))
    copyFileSync(join(example, name), join(folder, name));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
