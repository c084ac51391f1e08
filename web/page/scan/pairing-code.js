/** What the picture that adds a device says: an address of its server, with the code behind `#`. */

/**
 * The code, or another server to which it belongs; null where it is no such address.
 * @param {string} text @param {string} origin  of this app
 * @returns {{code: string} | {host: string} | null}
 */
export function pairingCodeIn(text, origin) {
  const address = URL.canParse(text) ? new URL(text) : null;
  const code = address?.hash.slice(1);
  if (!address || !code || !/^https?:$/.test(address.protocol) || !address.pathname.endsWith("/app/pair")) return null;
  return address.origin === origin ? { code } : { host: address.host };
}
