declare module 'postject' {
  /** Inserts a resource into the executable, in place. */
  export function inject(
    file: string,
    resource: string,
    content: Buffer,
    options: { readonly sentinelFuse: string },
  ): Promise<void>;
}
