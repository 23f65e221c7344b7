import { z } from 'zod'
import { destination } from './values.ts'

/** Apps of one system, such as one for tests and one in the store. */
const mostApps = 20
/** As in the consoles of Apple and Google. */
const longestId = 255

const tooLong = `Must be at most ${longestId} characters.`

const appId = z
  .string()
  .max(longestId, tooLong)
  .regex(
    /^[A-Z0-9]{10}\.[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/,
    'Enter a team ID of 10 characters, a period, and the bundle ID, such as ABCDE12345.com.example.app.',
  )

const packageName = z
  .string()
  .max(longestId, tooLong)
  .regex(/^[a-zA-Z]\w*(?:\.[a-zA-Z]\w*)+$/, 'Enter the application ID of the app, such as com.example.app.')

const fingerprint = z
  .string()
  .regex(
    /^(?:[0-9a-fA-F]{2}:){31}[0-9a-fA-F]{2}$/,
    'Enter a SHA-256 fingerprint: 32 pairs of hexadecimal digits, separated by colons.',
  )
  .transform((text) => text.toUpperCase())

/** Each value once. */
const listOf = <Item extends z.ZodType<string>>(item: Item) =>
  z
    .array(item)
    .max(mostApps)
    .transform((list) => [...new Set(list)])

const storeUrl = destination.nullish()

const iosApps = z.strictObject({
  app_ids: listOf(appId).default([]).describe('Team ID and bundle ID of each app.'),
  store_url: storeUrl.describe('Page of the app in the App Store, for visitors without the app.'),
})

const androidApps = z
  .strictObject({
    package_name: packageName.nullish().describe('Application ID of the app.'),
    sha256_fingerprints: listOf(fingerprint)
      .default([])
      .describe('SHA-256 fingerprints of the certificates that sign the app.'),
    store_url: storeUrl.describe('Page of the app in Google Play or another store, for visitors without the app.'),
  })
  .check(({ value, issues }) => {
    if (value.sha256_fingerprints.length === 0 || value.package_name) return
    issues.push({
      code: 'custom',
      message: 'Enter the application ID of the app with these fingerprints.',
      input: value,
      path: ['package_name'],
    })
  })

export const appLinksSetting = z
  .strictObject({ ios: iosApps.nullish(), android: androidApps.nullish() })
  .nullish()
  .describe(
    'Apps that open the short URLs of the domain. Published at `/.well-known/apple-app-site-association` and `/.well-known/assetlinks.json`. Replaces the previous apps.',
  )
export type AppLinksInput = z.output<typeof appLinksSetting>

const ids = z.array(z.string())

export const appLinks = z
  .object({
    ios: z.object({ app_ids: ids, store_url: z.string().nullable() }).nullable(),
    android: z
      .object({
        package_name: z.string().nullable(),
        sha256_fingerprints: ids,
        store_url: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'AppLinks' })
export type AppLinks = z.infer<typeof appLinks>
