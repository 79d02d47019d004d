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

/** Overrides of the column `most`: tries at once. A limit left out keeps the table's. */
export type Limits = Partial<Record<LimitName, number>>;
