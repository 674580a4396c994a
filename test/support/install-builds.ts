/** Installs many builds of one version in a mirror, in a process of its own: `install-builds.ts MIRROR NAME COUNT`. */
import { installScript } from '../../src/terraform/mirror';

const [mirror = '', name = '', count = '0'] = process.argv.slice(2);
for (let n = 0; n < Number(count); n += 1) {
  const files = { 'terraform-provider-netingress': Buffer.from(`${name}${n}`), 'deferred/a.js': Buffer.from(name) };
  installScript(mirror, { version: '0.1.0', files });
}
