import type { Tone } from '../report/section';

export interface Mark {
  readonly text: string;
  readonly tone: Tone;
}

export interface GraphNode {
  /** Unique. */
  readonly key: string;
  /** One of `DRAWN_KINDS`. */
  readonly kind: string;
  readonly label: string;
  /** Properties in a few words: `enforced`, `5 sources`, `no IP policy rules`. */
  readonly badges: readonly string[];
  /** A box counts its objects or parts by this value: `allow`, `deny`. */
  readonly category?: string;
  /**
   * Id, or Terraform address; in the graph of a configuration with several stacks, `STACK: ADDRESS`. Of an external
   * object the address of its data source, or the id, name or expression that refers to it.
   */
  readonly location: string;
  /** Has `count` or `for_each`, or is a set of rules that are known after apply. */
  readonly repeated?: true;
  /** A referenced object that is not in the source of the graph, such as one of a data source. */
  readonly external?: true;
  /**
   * Attributes as strings, without sensitive and free-form ones; in the picture of a preview the changes of attributes.
   */
  readonly details: readonly (readonly [name: string, value: string])[];
  readonly mark?: Mark;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /**
   * The attribute with the reference; the first, if several lead to one target. To a bound endpoint, `bound_endpoint`.
   */
  readonly path: string;
  /** The object `from` is a part of the object `to` and is deleted with it. */
  readonly belongs: boolean;
}

export interface Graph {
  /** The nodes in the order of kinds of the model, with unique keys. */
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}
