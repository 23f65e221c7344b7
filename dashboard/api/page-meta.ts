const read = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''

/** The path of the app, with a slash at its end. */
export const appPath = new URL(document.baseURI).pathname

/** The path that Waymark lives below: '' on a host of its own. */
export const rootPath = appPath.replace(/\/app\/$/, '')

/** The host of short URLs on the base domain. */
export const shortHost = read('short-host')

/** What a style that is put into the page has to carry. */
export const styleNonce = read('style-nonce')
