import { describe, expect, it } from 'vitest'
import type { AppLinks } from '#schemas/app-links.ts'
import { reservedAliases } from '../reserved-aliases.ts'
import { associationFiles } from './association-files.ts'

const apps: AppLinks = {
  ios: { app_ids: ['ABCDE12345.com.example.app'], store_url: null },
  android: { package_name: 'com.example.app', sha256_fingerprints: ['AB:CD'], store_url: null },
}
const appleFile = associationFiles.get('/.well-known/apple-app-site-association')
const androidFile = associationFiles.get('/.well-known/assetlinks.json')

interface Component {
  '/': string
  exclude?: true
}
const read = (file: unknown) => file as { applinks: { details: { appIDs: string[]; components: Component[] }[] } }
const { appIDs, components } = read(appleFile?.(apps)).applinks.details[0] ?? { appIDs: [], components: [] }

/** As systems match: * is any text, ? is one character, and the first pattern that matches decides. */
function opensApp(path: string): boolean {
  const found = components.find((component) => {
    const pattern = component['/']
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')
    return new RegExp(`^${pattern}$`).test(path)
  })
  return found !== undefined && found.exclude !== true
}

describe('the file for iOS', () => {
  it.each(['/abc', '/abc/', '/Spring-Sale_2026', '/apis'])('opens %s in the app', (path) => {
    expect(opensApp(path)).toBe(true)
  })

  it.each(['/', '/abc+', '/robots.txt', '/favicon.ico', '/.well-known/assetlinks.json', '/a/b', '/readyz/drain'])(
    'does not open %s in the app',
    (path) => expect(opensApp(path)).toBe(false),
  )

  it('does not open paths of the product in the app', () => {
    expect([...reservedAliases].filter((path) => opensApp(`/${path}`))).toEqual([])
  })

  it('lists the apps, and does not exist without one', () => {
    expect(appIDs).toEqual(['ABCDE12345.com.example.app'])
    expect(appleFile?.({ ...apps, ios: { app_ids: [], store_url: 'https://apps.apple.com/app/id1' } })).toBeNull()
    expect(appleFile?.({ ...apps, ios: null })).toBeNull()
  })
})

describe('the file for Android', () => {
  it('names the app, its certificates and the same paths', () => {
    const relation = 'delegate_permission/common.handle_all_urls'
    expect(androidFile?.(apps)).toEqual([
      {
        relation: [relation],
        target: { namespace: 'android_app', package_name: 'com.example.app', sha256_cert_fingerprints: ['AB:CD'] },
        relation_extensions: { [relation]: { dynamic_app_link_components: components } },
      },
    ])
  })

  it('does not exist without an app or its certificate', () => {
    const android = { package_name: 'com.example.app', sha256_fingerprints: [], store_url: null }
    expect(androidFile?.({ ...apps, android })).toBeNull()
    expect(androidFile?.({ ...apps, android: null })).toBeNull()
  })
})
