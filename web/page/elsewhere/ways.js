/** The ways on which a task comes here from elsewhere, for the server at an address. */

/** @param {string} origin */
export function linkOf(origin) {
  return `${origin}/app/new?title=Call+Ana&text=About+Friday`;
}

/**
 * A bookmark that brings the page that somebody looks at. Signs of percent would be read as those of an address.
 * @param {string} origin
 */
export function bookmark(origin) {
  const parts = [
    `'${origin}/app/new?title='+encodeURIComponent(document.title)`,
    "'&text='+encodeURIComponent(String(getSelection()).slice(0,4000))",
    "'&url='+encodeURIComponent(location.href)",
  ];
  return `javascript:void(open(${parts.join("+")},'daybook-new','popup,width=520,height=480'))`;
}

/** @param {string} origin */
export function captureAddress(origin) {
  return `${origin}/v1/capture`;
}
