import "./dom.js";
import { equal } from "../assert.js";

Object.assign(globalThis, {
  requestAnimationFrame: () => 0,
  location: { pathname: "/app/sign-in", search: "", origin: "https://todo.example.org" },
});
const { keeper, standing } = await import("../../page/desk.js");
const { SignInPage } = await import("../../page/screens/sign-in.js");
const { words } = await import("../../page/words/words.js");

keeper.session = () => Promise.resolve(/** @type {any} */ ({ kind: "refused", code: "offline" }));
const { comesAlong, line } = words.signIn;

Deno.test("what comes along is said as it stands now, also where that is known after the screen is there", () => {
  standing.value = null;
  const screen = new SignInPage();
  const said = () => screen.node.querySelectorAll("p")[0].textContent;
  equal(said(), line);
  const stands = (/** @type {any} */ account, waiting = 0, trouble = null) => {
    standing.value = /** @type {any} */ ({ ready: true, account, waiting, trouble });
    return said();
  };
  equal(stands(null, 2), comesAlong, "what was not sent");
  equal(stands({ isClaimed: false }), comesAlong, "what nobody could sign in to again");
  equal(
    stands({ isClaimed: false }, 0, /** @type {any} */ ({ code: "signed_out" })),
    comesAlong,
    "nor after a sign-out",
  );
  equal(stands({ isClaimed: true }), line);
  equal(stands(null), line);
  screen.end();
});
