/** Objects and their references as plain data: from an account, from states, or from a configuration. */
import type { Tone } from '../report/section';

/** What was found about an object: `changed`, `not checked`. */
export interface Mark {
  readonly text: string;
  readonly tone: Tone;
}

export interface GraphNode {
  /** Unique. */
  readonly key: string;
  /** Name of a kind in `GRAPH_KINDS`. */
  readonly kind: string;
  readonly label: string;
  /** Properties in a word or two: `enforced`, `5 sources`. */
  readonly badges: readonly string[];
  /** The value that similar objects are counted by: `allow`, `deny`. */
  readonly category?: string;
  /** Id, or Terraform address. */
  readonly location: string;
  /** Has `count` or `for_each`, or is a set whose elements are known after apply. */
  readonly repeated?: true;
  /** A referenced object that was not read. */
  readonly external?: true;
  /** Attributes as strings, without sensitive ones. */
  readonly details: readonly (readonly [name: string, value: string])[];
  /** A drift report and a preview mark objects. */
  readonly mark?: Mark;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** The attribute with the reference. */
  readonly path: string;
  /** The source belongs to the target and is deleted with it. */
  readonly belongs: boolean;
}

export interface Graph {
  /** The nodes in the order of kinds of the model, with unique keys. */
  readonly nodes: readonly GraphNode[];
  /** Edges between nodes of the graph. */
  readonly edges: readonly GraphEdge[];
}
