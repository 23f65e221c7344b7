const read = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''

/** Path of the dashboard, with a trailing slash. */
export const appPath = new URL(document.baseURI).pathname

/** Path prefix of the installation: '' at the root of a host. */
export const rootPath = appPath.replace(/\/app\/$/, '')

/** Host of short URLs on the base domain. */
export const shortHost = read('short-host')

/** CSP nonce for inline styles. */
export const styleNonce = read('style-nonce')
