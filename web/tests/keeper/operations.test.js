import { requestOf } from "../../keeper/operations.js";
import * as assert from "../assert.js";

Deno.test("values fill the path, and the others are the query or the body", () => {
  assert.equal(requestOf("export", { format: "csv", history: true, since: undefined }), {
    method: "GET",
    path: "/v1/export?format=csv&history=true",
    body: undefined,
  });
  assert.equal(requestOf("removeFeed", { feed: "a/b" }), {
    method: "DELETE",
    path: "/v1/feeds/a%2Fb",
    body: undefined,
  });
  assert.equal(requestOf("makeToken", { label: "Kitchen", scope: "capture" }), {
    method: "POST",
    path: "/v1/tokens",
    body: { label: "Kitchen", scope: "capture" },
  });
});
