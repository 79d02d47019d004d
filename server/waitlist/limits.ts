/**
 * Ceilings to use instead of those that the table `waitlist.limits` names: most tries in that limit's window.
 * A limit left out keeps its own.
 */
export interface Limits {
  client?: number;
  network?: number;
  everyone?: number;
}
