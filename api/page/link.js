// The address says what is shown, so that a copied link shows it again.

/** What the address asks for. */
export const read = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));

/** Puts what is shown into the address. */
export function write(shown) {
  const given = Object.entries(shown).filter(([, value]) => value !== undefined && value !== "");
  // Commas and colons may stand in an address as they are, and are easier to read so.
  const text = new URLSearchParams(given).toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  history.replaceState(null, "", `#${text}`);
}
