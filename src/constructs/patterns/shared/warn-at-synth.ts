import { Annotations, Aspects } from 'cdktf';
import type { IConstruct } from 'constructs';

/**
 * Has every synthesis add the warnings to the construct, each once; they are asked for when all constructs exist. The
 * CDKTF command line shows them and goes on.
 */
export function warnAtSynth(construct: IConstruct, findWarnings: () => readonly string[]): void {
  Aspects.of(construct).add({
    visit(node: IConstruct) {
      if (node !== construct) return;
      for (const warning of findWarnings()) addOnce(construct, 'warning', warning);
    },
  });
}

/** Adds an annotation that the construct does not have yet; an `error` fails the synthesis. */
export function addOnce(construct: IConstruct, level: 'warning' | 'error', message: string): void {
  if (construct.node.metadata.some(({ data }) => data === message)) return;
  const annotations = Annotations.of(construct);
  if (level === 'error') annotations.addError(message);
  else annotations.addWarning(message);
}
