import { z } from 'zod'
import { parseUrl } from './parse-url.ts'
import { destination } from './values.ts'

/** With the destination for visitors without the app, an Android redirect still fits into the headers that proxies accept. */
const longestAppUrl = 2_048

/** Schemes that run code, read files, show pages of the browser, or act without an app of the owner. */
const refusedSchemes: ReadonlySet<string> = new Set(
  (
    'javascript vbscript jscript livescript mocha data blob file filesystem about view-source jar res resource ' +
    'content intent android-app android-resource chrome chrome-extension chrome-search chrome-untrusted devtools edge ' +
    'opera brave vivaldi moz-extension safari-web-extension safari-extension wyciwyg mk mhtml hcp shell search ' +
    'ws wss ftp ftps sftp ssh telnet ldap ldaps smb cifs nfs afp dav davs vnc rdp ' +
    'mailto tel telprompt sms smsto mms mmsto facetime facetime-audio itms-services webcal ' +
    'http https'
  ).split(' '),
)
/** Open any page in another browser, past the blocklist: googlechromes://example.com, or x-safari-https://example.com. */
const browserScheme =
  /(?:^|-)https?$|^(?:googlechromes?|firefox|fennec|microsoft-edge|opera|brave|duckduckgo|ddgquicklink|ucbrowser|yandexbrowser|samsungbrowser|touch|x-web-search|x-safari)(?:-|$)/
/** Handlers of Windows, some of which run programs. */
const refusedPrefix = /^(?:ms|search|app-settings|prefs|app-prefs)(?:-|$)/

const appPattern = /^([a-z][a-z0-9+.-]{1,49}):\/\/[\x21-\x7e]*$/

/** Ends the data of an Android intent, so that the text after it would choose the app and what it does. */
const intentMark = /#Intent;/i

const appUrl = z
  .string()
  .refine((value) => parseUrl(value) !== null, { error: 'Enter the URL of an app, such as myapp://open.', abort: true })
  .transform((value) => new URL(value).href)
  .refine((url) => !isRefused(url), {
    error: 'This scheme is not allowed. Enter an http or https URL, or the URL of an app, such as myapp://open.',
    abort: true,
  })
  .refine((url) => appPattern.test(url), {
    error: 'Enter a full URL, such as https://example.com, or the URL of an app, such as myapp://open.',
    abort: true,
  })
  .refine((url) => url.length <= longestAppUrl, 'Must be at most 2,048 characters, because it opens an app.')
  .refine((url) => !/^[^:]+:\/\/[^/?#]*@/.test(url), 'Must not contain a username or password.')
  .refine((url) => !intentMark.test(url), 'Must not contain #Intent;.')

function isRefused(url: string): boolean {
  const scheme = url.slice(0, url.indexOf(':'))
  return refusedSchemes.has(scheme) || refusedPrefix.test(scheme) || browserScheme.test(scheme)
}

/** Whether a stored destination opens an app by its own scheme. */
export const isAppUrl = (url: string): boolean => !url.startsWith('https://') && !url.startsWith('http://')

/** Other text, such as example.com, gets the error of a destination. */
const namesScheme = (value: string): boolean => /^\s*[a-z][a-z0-9+.-]*:/i.test(value) && !/^\s*https?:/i.test(value)

/** A destination, or a URL with the scheme of an app. */
export const deviceDestination = z
  .string()
  .transform((value, context) => {
    const { data, error } = (namesScheme(value) ? appUrl : destination).safeParse(value)
    if (data !== undefined) return data
    for (const { message } of error?.issues ?? []) context.issues.push({ code: 'custom', message, input: value })
    return z.NEVER
  })
  .meta({ format: 'uri' })
