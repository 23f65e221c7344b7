import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

it('downloads the differences below the path of the installation', async () => {
  vi.resetModules()
  vi.stubGlobal('document', { baseURI: 'http://localhost:3000/way/app/', querySelector: () => null })
  const { differencesUrl } = await import('./imports.ts')
  expect(differencesUrl('1')).toBe('/way/api/v1/imports/1/differences')
})
