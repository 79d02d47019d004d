/** What each plan will cost, in US dollars (docs/specification.md#prices). Every sentence with a price is made from this. */
export const prices = {
  free: { plan: 'Free', amount: 0, period: 'forever' },
  believer: { plan: 'Believer', amount: 9, period: 'per month' },
  ummah: { plan: 'Ummah', amount: 99, period: 'per year' },
} as const;

export type PlanKey = keyof typeof prices;

/** Per cent off the paid plans. */
export const discounts = { earlyBeliever: 50, student: 50 } as const;

/** Takes a plan; returns what a card says of where its feature will be. */
export const plannedFor = (key: PlanKey): string => `Planned for the ${prices[key].plan} plan`;

/** Takes an amount; returns it as the site writes money: $9, $4.50. */
export function inDollars(amount: number): string {
  return `$${Number.isInteger(amount) ? amount : amount.toFixed(2)}`;
}

/** Takes an amount and the per cent taken off; returns what is left to pay, as the site writes money. */
export function lessPerCent(amount: number, perCent: number): string {
  return inDollars(amount * (1 - perCent / 100));
}
