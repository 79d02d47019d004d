/** IP addresses, and names reserved for this machine, the local network or documentation (RFC 2606, RFC 6761, RFC 6762). */
const notPublic = /(^|\.)(localhost|local|test|invalid|example|example\.(com|net|org))$|^\[|^[\d.]+$/;

/** Whether a host name can be resolved by everybody. */
export const isPublicName = (hostname: string): boolean => !notPublic.test(hostname);

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
