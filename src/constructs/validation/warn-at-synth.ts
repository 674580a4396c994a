import { Annotations, Aspects } from 'cdktf';
import type { IConstruct } from 'constructs';

/**
 * An aspect calls `findWarnings`, so the app has created its constructs; other aspects may still change them. The CDKTF
 * CLI prints warnings and continues.
 */
export function warnAtSynth(construct: IConstruct, findWarnings: () => readonly string[]): void {
  Aspects.of(construct).add({
    visit(node: IConstruct) {
      if (node !== construct) return;
      for (const warning of findWarnings()) addAnnotationOnce(construct, 'warning', warning);
    },
  });
}

/** An `error` fails the synthesis. */
export function addAnnotationOnce(construct: IConstruct, level: 'info' | 'warning' | 'error', message: string): void {
  if (construct.node.metadata.some(({ data }) => data === message)) return;
  const annotations = Annotations.of(construct);
  if (level === 'error') annotations.addError(message);
  else if (level === 'warning') annotations.addWarning(message);
  else annotations.addInfo(message);
}
