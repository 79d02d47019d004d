/** The subjects that articles are filed under, in the order of the filter chips (docs/specification.md#blog). */
export const blogCategories = [
  'Faith & Productivity',
  'Health & Wellness',
  'Productivity',
  'Habits & Routines',
  'Time Management',
] as const;

export type BlogCategory = (typeof blogCategories)[number];
