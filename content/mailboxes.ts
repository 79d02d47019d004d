/**
 * Large mailbox providers. A domain that is one slip of the finger away from one of them, and not in the list, was probably meant
 * to be it. Short names such as aol.com, and most countries' own domains, have too many real neighbours to be here.
 */
export const mailboxDomains = [
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'hotmail.co.uk',
  'outlook.com',
  'yahoo.com',
  'yahoo.co.uk',
  'icloud.com',
  'protonmail.com',
  'btinternet.com',
  // Real ones beside those above.
  'mail.com',
  'email.com',
  'ymail.com',
  'cloud.com',
] as const;
