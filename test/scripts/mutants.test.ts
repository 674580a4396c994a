/** Defects in a source are all in one text, and the switch makes one of them active. */
import ts from 'typescript';
import { applyMutants, listSites, type Site } from '../../scripts/lib/mutants';

const SOURCE = `export function run(n: number): readonly (string | number)[] {
  const seen: string[] = ['a'];
  if (n === 1) seen.push('one');
  else if (n < 3) throw new Error('too small');
  for (const each of [n]) seen.push(String(each));
  return [...seen, n > 5 ? 7 : 8];
}
`;

/** What the code returns or throws for some numbers if the switch is on for one defect only. */
function runWith(code: string, active: number): string {
  const { outputText } = ts.transpileModule(code, { compilerOptions: { module: ts.ModuleKind.CommonJS } });
  const exports: { run?: (n: number) => unknown } = {};
  new Function('exports', 'require', 'globalThis', outputText)(exports, () => (id: number) => id === active, {});
  const outcomes = [1, 2, 3, 5, 6].map((n) => {
    try {
      return String(exports.run?.(n));
    } catch (error) {
      return (error as Error).message;
    }
  });
  return outcomes.join(' | ');
}

test('each defect changes what the code does, and none is active without the switch', () => {
  const sites = listSites('src/run.ts', SOURCE);
  const outcomes = sites.map((site) => [
    `${site.operator}: ${SOURCE.slice(site.start, site.end)}`,
    runWith(applyMutants(SOURCE, [{ ...site, id: 1 }], './switch'), 1),
  ]);
  expect(Object.fromEntries(outcomes)).toEqual({
    'boundary: n < 3': 'a,one,1,8 | too small | too small | a,5,8 | a,6,7',
    'boundary: n > 5': 'a,one,1,8 | too small | a,3,8 | a,5,7 | a,6,7',
    "constant: 'a'": 'mutant,one,1,8 | too small | mutant,3,8 | mutant,5,8 | mutant,6,7',
    "constant: 'one'": 'a,mutant,1,8 | too small | a,3,8 | a,5,8 | a,6,7',
    'constant: 1': 'too small | a,one,2,8 | a,3,8 | a,5,8 | a,6,7',
    'constant: 3': 'a,one,1,8 | too small | too small | a,5,8 | a,6,7',
    'constant: 5': 'a,one,1,8 | too small | a,3,8 | a,5,8 | a,6,8',
    'constant: 7': 'a,one,1,8 | too small | a,3,8 | a,5,8 | a,6,8',
    'constant: 8': 'a,one,1,9 | too small | a,3,9 | a,5,9 | a,6,7',
    'negated condition: n < 3': 'a,one,1,8 | a,2,8 | too small | too small | too small',
    'negated condition: n === 1': 'too small | a,one,2,8 | a,one,3,8 | a,one,5,8 | a,one,6,7',
    'negated condition: n > 5': 'a,one,1,7 | too small | a,3,7 | a,5,7 | a,6,8',
    "removed element: 'a'": 'one,1,8 | too small | 3,8 | 5,8 | 6,7',
    'removed element: n': 'a,one,8 | too small | a,8 | a,8 | a,7',
    'removed element: n > 5 ? 7 : 8': 'a,one,1 | too small | a,3 | a,5 | a,6',
    "removed statement: seen.push('one');": 'a,1,8 | too small | a,3,8 | a,5,8 | a,6,7',
    'removed statement: seen.push(String(each));': 'a,one,8 | too small | a,8 | a,8 | a,7',
    "removed statement: throw new Error('too small');": 'a,one,1,8 | a,2,8 | a,3,8 | a,5,8 | a,6,7',
  });
  const isWithin = (site: Site, other: Site) => other !== site && other.start <= site.start && site.end <= other.end;
  const apart = sites.filter((site) => !sites.some((other) => isWithin(site, other)));
  const all = applyMutants(
    SOURCE,
    apart.map((site, id) => ({ ...site, id })),
    './switch',
  );
  for (const [id, site] of apart.entries()) expect(runWith(all, id)).toBe(outcomes[sites.indexOf(site)]?.[1]);
  expect(runWith(all, -1)).toBe('a,one,1,8 | too small | a,3,8 | a,5,8 | a,6,7');
});
