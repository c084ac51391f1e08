/**
 * Whose device this is: registering an account, signing in and out, pairing, and what belongs to an account's owner.
 * Each act is answered with what the server said, in few words.
 *
 * @import { SessionAct } from "../types/messages.js"
 * @import { Leader } from "./leader.js"
 */
import { asOwner } from "./api.js";
import { deleteAccount, goToProvider, setLogin, unlink } from "./owner.js";
import { cancel, claim, confirm, offer } from "./pairing.js";
import { addPasskey, passkeyOptions, proveByPasskey, removePasskey, signInByPasskey } from "./passkeys.js";
import { arrive, provider, providers } from "./providers.js";
import { register, secondOf, signIn, signOut } from "./sign-in.js";
import { unsentIn } from "./unsent.js";

/**
 * @param {Leader} leader @param {SessionAct} act
 * @returns {Promise<Record<string, unknown>>}
 */
export async function perform(leader, act) {
  switch (act.act) {
    case "begin":
      return await register(leader, act.invite);
    case "stayHere":
      await leader.registration.stayHere();
      return {};
    case "sendAll":
      await leader.registration.sendAll();
      return {};
    case "signIn":
      return await signIn(leader, { email: act.login, password: act.password, ...secondOf(act.second) }, act);
    case "recover": {
      const { login: email, recoveryCode, password: newPassword, second: code } = act;
      return await signIn(leader, { email, recoveryCode, newPassword, ...(code && { code }) }, act);
    }
    case "signOut":
      return await signOut(leader, act.evenSo);
    case "claim":
      return await claim(leader, act.code, act);
    case "offer":
      return await offer(leader);
    case "confirm":
      return await confirm(leader, act.id, act.number);
    case "cancel":
      return await cancel(leader, act.id);
    case "providers":
      return await providers();
    case "provider":
      return await provider(leader, act.provider, act);
    case "arrive":
      return await arrive(leader, act.query, act.password);
    case "link":
    case "confirmWith":
      return await goToProvider(leader, act.provider, act.act === "link" ? "link" : "confirm");
    case "unlink":
      return await unlink(leader, act.id, act.password);
    case "deleteAccount":
      return await deleteAccount(leader, act.password);
    case "devices":
      return { devices: (await asOwner(leader.access, "GET", "/v1/devices")).devices };
    case "rename":
      return await asOwner(leader.access, "PATCH", `/v1/devices/${act.id}`, { name: act.name });
    case "revoke":
      return await asOwner(leader.access, "DELETE", `/v1/devices/${act.id}`);
    case "setLogin":
      return await setLogin(leader, act.login, act.password);
    case "waysIn":
      await leader.waysIn.ask();
      return {};
    case "recoveryCodes": {
      const { recoveryCodes } = await asOwner(leader.access, "POST", "/v1/account/recovery-codes", {
        password: act.password,
        ...secondOf(act.second),
      });
      return { recoveryCodes };
    }
    case "passkeyOptions":
      return await passkeyOptions();
    case "passkeySignIn":
      return await signInByPasskey(leader, act.credential, act);
    case "addPasskey": {
      const { credential, name, password, second } = act;
      return await addPasskey(leader, { credential, name, ...(password && { password, ...secondOf(second) }) });
    }
    case "removePasskey":
      return await removePasskey(leader, act.id, act.password);
    case "proveByPasskey":
      return await proveByPasskey(leader, act.credential);
    case "removeSecondFactor":
      return await asOwner(leader.access, "DELETE", "/v1/account/second-factor", {
        password: act.password,
        ...secondOf(act.second),
      });
    case "waiting":
      return { document: await leader.book.waiting() };
    case "unsent":
      return { ...unsentIn(await leader.book.waiting()) };
  }
}
