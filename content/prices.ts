/** What each plan will cost, in US dollars (specification, section 9). Every sentence with a price is made from this. */
export const prices = {
  free: { amount: 0, period: 'forever' },
  believer: { amount: 9, period: 'per month' },
  ummah: { amount: 99, period: 'per year' },
} as const;

/** Per cent off the paid plans. */
export const discounts = { earlyBeliever: 50, student: 50 } as const;

/** Takes an amount; returns it as the site writes money: $9, $4.50. */
export function inDollars(amount: number): string {
  return `$${Number.isInteger(amount) ? amount : amount.toFixed(2)}`;
}

/** Takes an amount and the per cent taken off; returns what is left to pay, as the site writes money. */
export function lessPerCent(amount: number, perCent: number): string {
  return inDollars(amount * (1 - perCent / 100));
}
