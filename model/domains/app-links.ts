import type { Tx } from '#runtime/postgres.ts'
import type { AppLinks, AppLinksInput } from '#schemas/app-links.ts'

/** The apps to store: null in place of a system without any. */
export function readAppLinks(given: AppLinksInput): AppLinks | null {
  const { app_ids = [], store_url: iosStore = null } = given?.ios ?? {}
  const { package_name = null, sha256_fingerprints = [], store_url: androidStore = null } = given?.android ?? {}
  const ios = app_ids.length === 0 && iosStore === null ? null : { app_ids, store_url: iosStore }
  const android =
    package_name === null && androidStore === null
      ? null
      : { package_name, sha256_fingerprints, store_url: androidStore }
  return ios === null && android === null ? null : { ios, android }
}

/** The pages of the apps in stores, with the field that names each. */
export const storesOf = (given: AppLinksInput): { field: string; url: string }[] =>
  (['ios', 'android'] as const).flatMap((system) => {
    const url = given?.[system]?.store_url
    return typeof url === 'string' ? [{ field: `app_links.${system}.store_url`, url }] : []
  })

/** The apps without their pages in stores. */
export const withoutStores = ({ ios, android }: AppLinks): AppLinks => ({
  ios: ios && { ...ios, store_url: null },
  android: android && { ...android, store_url: null },
})

/** The column for a statement: a jsonb value must be marked as such. */
export const bindApps = (tx: Tx, apps: AppLinks | null) => (apps === null ? null : tx.json({ ...apps }))
