/** Longer headers are refused by proxies with usual settings. */
const longestIntent = 3_700

interface Intent {
  /** A URL with the scheme of an app. */
  url: string
  /** Only this app opens it. null: any app with the scheme. */
  package_name: string | null
  /** Opens if the app is not installed. */
  fallback: string
}

/**
 * The URL with which Android browsers open an app, or the fallback without it; null if it would be too long. Everything after
 * the last # is read as parameters, so the fallback is encoded, and the URL of the app cannot add any.
 */
export function intentUrl({ url, package_name, fallback }: Intent): string | null {
  const scheme = url.slice(0, url.indexOf(':'))
  const parameters = [
    `scheme=${scheme}`,
    ...(package_name === null ? [] : [`package=${package_name}`]),
    `S.browser_fallback_url=${encodeURIComponent(fallback)}`,
  ]
  const intent = `intent${url.slice(scheme.length)}#Intent;${parameters.join(';')};end`
  return intent.length <= longestIntent ? intent : null
}
