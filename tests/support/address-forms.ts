/** How a proxy may write a visitor's address in X-Forwarded-For, and how we count it; '' for what is no address. */
export const addressForms = [
  ['192.0.2.1', '192.0.2.1'],
  [' 192.0.2.1 ', '192.0.2.1'],
  ['192.0.2.1:5678', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:5678', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['', ''],
  ['not an address', ''],
  ['192.0.2', ''],
  ['192.0.2.256', ''],
  ['192.0.2.0/24', ''],
  ['2001:db8::/32', ''],
  ['2001:db8::1:5678:', ''],
] as const;
