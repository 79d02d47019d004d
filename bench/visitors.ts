/** The address of the visitor with this number: 65,536 visitors in as many networks, then the first one again. */
export function visitorAddress(number: number): string {
  const network = Math.floor(number / 256) % 256;
  return `10.${network}.${number % 256}.1`;
}
