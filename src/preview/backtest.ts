/** Compares recorded traffic and audit events with the access after the change. */
export interface Backtest {
  readonly events: number;
}
