/** Draws an invented account into the file of the first argument, or the picture that a guide shows. */
import { writeFileSync } from 'node:fs';
import { graphFromAccount } from '../src/graph/build/from-objects';
import { formatGraph } from '../src/graph/formats';
import { sampleAccount } from '../test/graph/account';

async function main(file: string): Promise<void> {
  const { account, bound } = sampleAccount(500);
  writeFileSync(
    file,
    await formatGraph(graphFromAccount(account, bound), 'svg', { name: 'A sample account', collapse: true }),
  );
}

void main(process.argv[2] ?? 'docs/images/account.svg');
