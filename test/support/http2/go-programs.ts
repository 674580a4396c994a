/** Builds the Go programs that test HTTP/2: h2spec, `hpack` and `soak` (go/). `go.sum` pins what is downloaded. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface GoPrograms {
  readonly h2spec: string;
  readonly hpack: string;
  readonly soak: string;
  remove(): void;
}

const H2SPEC = 'github.com/summerwind/h2spec/cmd/h2spec';

export function buildGoPrograms(): GoPrograms {
  const folder = mkdtempSync(join(tmpdir(), 'netingress-go-'));
  execFileSync('go', ['build', '-mod=readonly', '-o', folder, H2SPEC, './hpack', './soak'], {
    cwd: join(__dirname, 'go'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return {
    h2spec: join(folder, 'h2spec'),
    hpack: join(folder, 'hpack'),
    soak: join(folder, 'soak'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
