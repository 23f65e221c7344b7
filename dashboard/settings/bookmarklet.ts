/**
 * The URL of a bookmark that opens the form of a new link with the URL of the current page. Browsers decode a javascript:
 * URL before they run it, so it is encoded. It has no global variables, and returns nothing, which would replace the page.
 */
export function bookmarklet(dashboardUrl: string): string {
  const form = JSON.stringify(`${dashboardUrl}links?create=`)
  return encodeURI(`javascript:(()=>{const u=${form}+encodeURIComponent(location.href);open(u)||(location.href=u)})()`)
}
