/** What only a page may ask the browser: to make a passkey, or to show one. */

/** @typedef {{kind: "done", credential: unknown} | {kind: "refused", code: string}} Shown */

/**
 * Whether this browser can, on this page. Browsers take passkeys on pages of one origin alone, which the server tells.
 * @param {unknown} origin
 */
export function takesPasskeys(origin) {
  return origin === location.origin && typeof PublicKeyCredential === "function" &&
    "parseRequestOptionsFromJSON" in PublicKeyCredential;
}

/** @param {unknown} publicKey  as the server asks for it */
export async function makePasskey(publicKey) {
  return await asked(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json(publicKey)) })
  );
}

/** @param {unknown} publicKey  as the server asks for it */
export async function showPasskey(publicKey) {
  return await asked(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json(publicKey)) })
  );
}

/** @param {() => Promise<Credential | null>} ask @returns {Promise<Shown>} */
async function asked(ask) {
  try {
    const credential = /** @type {PublicKeyCredential | null} */ (await ask());
    return credential ? { kind: "done", credential: credential.toJSON() } : { kind: "refused", code: "passkey_none" };
  } catch (error) {
    const isThere = error instanceof DOMException && error.name === "InvalidStateError";
    // Most often the person thought better of it; a browser does not tell.
    return { kind: "refused", code: isThere ? "passkey_there" : "passkey_none" };
  }
}

/** @param {unknown} options @returns {any} */
const json = (options) => options;
