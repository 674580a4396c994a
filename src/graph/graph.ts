/** Objects and what they refer to, as plain data: from an account, from states, or from what is declared. */

/** One object. */
export interface GraphNode {
  /** Unique. */
  readonly key: string;
  /** Name of the kind, as in `GRAPH_KINDS`. */
  readonly kind: string;
  /** What people call it. */
  readonly label: string;
  /** What is worth knowing at a glance, a word or two each: `enforced`, `5 sources`. */
  readonly badges: readonly string[];
  /** How it is counted among its like: `allow`, `deny`. */
  readonly category?: string;
  /** Its identifier, or the address of what declares it. */
  readonly location: string;
  /** Declared with `count` or `for_each`, or a set whose elements are known later: stands for several objects. */
  readonly repeated?: true;
  /** Referred to and not among what was read. */
  readonly external?: true;
  /** Attributes with their values as text, none that is secret. */
  readonly details: readonly (readonly [name: string, value: string])[];
}

/** A reference from one object to another. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** The attribute that holds it. */
  readonly path: string;
  /** The object is a part of the other one, and deleted with it. */
  readonly belongs: boolean;
}

/** Objects and references. Every edge leads from a node to a node; no two nodes have one key. */
export interface Graph {
  /** In the model's order of kinds; within a kind in the order in which they were read. */
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}
