import type { Props } from './render';

const metaArguments = ['dependsOn', 'count', 'provider', 'lifecycle', 'forEach', 'provisioners', 'connection'];

/** The inputs of one construct: given at first by its props, changed later through its setters. */
export class Inputs<P extends object> {
  private readonly values: Partial<P>;

  constructor(props: P) {
    this.values = { ...props };
    for (const name of metaArguments) delete (this.values as Record<string, unknown>)[name];
  }

  /** The value that was given last, or undefined. */
  get<K extends keyof P>(name: K): P[K] | undefined {
    return this.values[name];
  }

  /** Gives or replaces a value. */
  put<K extends keyof P>(name: K, value: P[K]): void {
    this.values[name] = value;
  }

  /** Takes a value back, as if it had never been given. */
  reset(name: keyof P): void {
    delete this.values[name];
  }

  /** All of them. */
  all(): Props {
    return this.values as Props;
  }
}
