import { queryOptions } from '@tanstack/react-query'
import type { QrAsset } from '#schemas/qr-assets.ts'
import { change } from './client.ts'
import { Failure } from './failure.ts'
import { rootPath } from './page-meta.ts'
import { pageQuery } from './pages.ts'

const mostShown = 100
const path = '/api/v1/qr-assets'

export const logosQuery = queryOptions({
  ...pageQuery<QrAsset>(['logos'], path, { limit: mostShown }),
  select: ({ data }) => data,
})

export const logoUrl = (id: string): string => `${rootPath}${path}/${id}/image`

/** The image as a data: URL, to embed in a code. A logo never changes. */
export const logoPictureQuery = (id: string) =>
  queryOptions({
    queryKey: ['logo-picture', id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const response = await fetch(logoUrl(id), { signal })
      if (!response.ok) throw new Failure('The logo could not be loaded.')
      return await readAsDataUrl(await response.blob())
    },
  })

export async function readAsDataUrl(blob: Blob): Promise<string> {
  return await new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('loadend', () =>
      typeof reader.result === 'string'
        ? resolve(reader.result)
        : reject(reader.error ?? new Failure('The file could not be read.')),
    )
    reader.readAsDataURL(blob)
  })
}

export const uploadLogo = (name: string, content: string) => change<QrAsset>('POST', path, { body: { name, content } })
export const deleteLogo = (id: string) => change('DELETE', `${path}/${id}`)
