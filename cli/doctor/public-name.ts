/** Numbers, and names that lead nowhere but to this machine or into a document (RFC 2606, RFC 6761, RFC 6762). */
const notPublic = /(^|\.)(localhost|local|test|invalid|example|example\.(com|net|org))$|^\[|^[\d.]+$/;

/** Whether a host's name can mean the same to everybody. */
export const isPublicName = (hostname: string): boolean => !notPublic.test(hostname);

/** What stands behind the @. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
