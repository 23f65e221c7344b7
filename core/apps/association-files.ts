import type { AppLinks } from '#schemas/app-links.ts'
import { reservedAliases } from '../reserved-aliases.ts'

/** A document that tells a system which apps open the links of a domain; null without such apps. */
export type AssociationFile = (apps: AppLinks) => object | null

interface Component {
  '/': string
  exclude?: true
  comment?: string
}

const excluded = (path: string, comment?: string): Component => ({
  '/': path,
  exclude: true,
  ...(comment !== undefined && { comment }),
})

/** The first pattern that matches decides. A link has one segment, without a period, and is never a path of the product. */
const components: readonly Component[] = [
  excluded('/'),
  excluded('/*+', 'Previews'),
  excluded('/*.*', 'Files'),
  excluded('/*/?*', 'Several segments'),
  ...[...reservedAliases].map((path) => excluded(`/${path}`)),
  { '/': '/*' },
]

const appleFile: AssociationFile = ({ ios }) =>
  ios === null || ios.app_ids.length === 0 ? null : { applinks: { details: [{ appIDs: ios.app_ids, components }] } }

const relation = 'delegate_permission/common.handle_all_urls'

/** Android 15 and later read the components. Earlier versions use the paths in the manifest of the app. */
const androidFile: AssociationFile = ({ android }) =>
  android === null || android.package_name === null || android.sha256_fingerprints.length === 0
    ? null
    : [
        {
          relation: [relation],
          target: {
            namespace: 'android_app',
            package_name: android.package_name,
            sha256_cert_fingerprints: android.sha256_fingerprints,
          },
          relation_extensions: { [relation]: { dynamic_app_link_components: components } },
        },
      ]

/** By path. Apps are found at these paths only. */
export const associationFiles: ReadonlyMap<string, AssociationFile> = new Map([
  ['/.well-known/apple-app-site-association', appleFile],
  ['/.well-known/assetlinks.json', androidFile],
])
