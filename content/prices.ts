import { pricingPath } from './paths.ts';
import { site } from './site.ts';

/** What each plan will cost, in US dollars (docs/specification.md#prices). Every sentence with a price is made from this. */
export const prices = {
  free: { plan: 'Free', amount: 0, period: 'forever' },
  believer: { plan: 'Believer', amount: 9, period: 'per month' },
  ummah: { plan: 'Ummah', amount: 99, period: 'per year' },
} as const;

export type PlanKey = keyof typeof prices;

/** Per cent off the paid plans. */
export const discounts = { earlyBeliever: 50, student: 50 } as const;

/** Where the conditions of the early believers' discount stand. */
export const founderPricingPath = `${pricingPath}#early-believers` as const;

/** What joining brings, without the full stop: the conditions follow it. */
export const founderOffer = `Free early access to the beta. Then ${discounts.earlyBeliever}% off the paid plans, for life, if you open your account within ${site.erasure.monthsAfterLaunch}\u00a0months of launch`;

/** An amount as the site writes money: $9, $4.50. */
export function inDollars(amount: number): string {
  return `$${Number.isInteger(amount) ? amount : amount.toFixed(2)}`;
}

/** What is left to pay after a discount, as the site writes money. */
export function lessPerCent(amount: number, perCent: number): string {
  return inDollars(amount * (1 - perCent / 100));
}
