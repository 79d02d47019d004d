/** The product's name. Every other form of it on the site is made from this one. In a file of its own, for the first script. */
export const name = 'Bukoor';
