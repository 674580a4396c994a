import type { AdoptedFile, Adoption, RenderOptions } from './adoption';
import { renderReadme } from './readme';
import { renderHcl } from './render-hcl';
import { renderTypeScript } from './render-typescript';
import { type Dependencies, projectFiles } from './ts-project';

export function renderAdoption(
  adoption: Adoption,
  format: 'ts' | 'hcl',
  options: RenderOptions & { readonly dependencies: Dependencies },
): AdoptedFile[] {
  const readme: AdoptedFile = { path: 'README.md', text: renderReadme(adoption, format, options) };
  if (format === 'hcl') return [readme, ...renderHcl(adoption, options)];
  return [readme, ...renderTypeScript(adoption, options), ...projectFiles(options.dependencies, options)];
}
