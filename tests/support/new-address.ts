let addresses = 0;

/** An email address that nobody has joined with. */
export function newAddress(): string {
  addresses += 1;
  return `visitor.${process.pid}.${Date.now()}.${addresses}@example.org`;
}
