/** The limits, by their names in the table `waitlist.limits`. */
type LimitName =
  | 'client'
  | 'network'
  | 'everyone'
  | 'busy'
  | 'busy-network'
  | 'client-when-busy'
  | 'network-when-busy'
  | 'region-when-busy';

/** Ceilings to use instead of those that the table names: most tries at once. A limit left out keeps its own. */
export type Limits = Partial<Record<LimitName, number>>;
