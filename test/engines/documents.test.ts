/** The blocks of the documents that need a newer Terraform than the one on which `npm test` runs. */

import { hclProblems, neededVersion } from '../docs/check-hcl';
import { allDocuments } from '../docs/documents';
import { testFeature } from '../support/engines/feature';

const blocks = allDocuments()
  .flatMap((document) => document.blocks)
  .filter(({ language, words }) => language === 'hcl' && neededVersion(words) !== undefined);

testFeature('actions', {
  claim: 'queries, imports by identity and actions of the documents are valid',
  async works() {
    expect(blocks.length).toBeGreaterThan(20);
    expect(await hclProblems(blocks)).toEqual([]);
  },
});
