import type { Props } from './render';

const META_ARGUMENTS = ['dependsOn', 'count', 'provider', 'lifecycle', 'forEach', 'provisioners', 'connection'];

/** The inputs of one construct: its props, and the values that its setters have assigned since. */
export class Inputs<P extends object> {
  private readonly values: Partial<P>;

  constructor(props: P) {
    this.values = { ...props };
    for (const name of META_ARGUMENTS) delete (this.values as Record<string, unknown>)[name];
  }

  get<K extends keyof P>(name: K): P[K] | undefined {
    return this.values[name];
  }

  set<K extends keyof P>(name: K, value: P[K]): void {
    this.values[name] = value;
  }

  reset(name: keyof P): void {
    delete this.values[name];
  }

  all(): Props {
    return this.values as Props;
  }
}
