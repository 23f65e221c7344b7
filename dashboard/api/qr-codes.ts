import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Granularity } from '#schemas/analytics.ts'
import type { codeReply } from '#schemas/analytics-qr.ts'
import type { ShortUrl } from '#schemas/links.ts'
import type { ContentType, QrFormat } from '#schemas/qr-choices.ts'
import type { generatedQrCode, generateQrCodeBody, QrCode, QrCodeStatus, updateQrCodeBody } from '#schemas/qr-codes.ts'
import type { VisualSettings } from '#schemas/qr-settings.ts'
import { figuresQuery, type Scope } from './analytics.ts'
import { change, type Page, read, readFile, readPage } from './client.ts'
import { rootPath } from './page-meta.ts'
import { pagesAfterCursor } from './pages.ts'
import { codesKey } from './refresh.ts'

export interface CodeFilter {
  q?: string | undefined
  kind?: ContentType | undefined
  status?: QrCodeStatus | undefined
}

export type NewCodeBody = z.input<typeof generateQrCodeBody>
export type CodeChanges = z.input<typeof updateQrCodeBody>

export type GeneratedCode = z.output<typeof generatedQrCode>
export type CodeReport = z.output<typeof codeReply>

const pageSize = 24
const path = '/api/v1/qr-codes'

export const codesQuery = ({ q, kind, status }: CodeFilter) =>
  pagesAfterCursor<QrCode>([...codesKey, 'list', { q, kind, status }], path, {
    limit: pageSize,
    search: q,
    content_type: kind,
    status,
  })

export const codeQuery = (id: string) =>
  queryOptions({
    queryKey: [...codesKey, 'one', id],
    queryFn: async ({ signal }) =>
      (await read<{ qrCode: QrCode }>(`${path}/${encodeURIComponent(id)}`, { signal })).qrCode,
  })

/** The code that opens a link: its own one, or a static one that contains its URL. null if there is none. */
export const codeOfLinkQuery = ({ id, qr_code_id, short_url }: ShortUrl) =>
  queryOptions({
    queryKey: [...codesKey, 'of-link', id, qr_code_id],
    async queryFn({ signal }): Promise<QrCode | null> {
      if (qr_code_id !== null) return (await read<{ qrCode: QrCode }>(`${path}/${qr_code_id}`, { signal })).qrCode
      const query = { search: short_url, content_type: 'url', is_dynamic: 'false', limit: pageSize }
      const { data } = await readPage<Page<QrCode>>(path, { signal, query })
      return data.find(({ content_data }) => 'url' in content_data && content_data.url === short_url) ?? null
    },
  })

export const codeReportQuery = (id: string, query: Scope & { granularity: Granularity }) =>
  figuresQuery<CodeReport>(
    [...codesKey, 'report', id, query],
    `/api/v1/qranalytics/qr/${encodeURIComponent(id)}`,
    query,
  )

/** Renders and scan-tests a code on the server without saving it. */
export const scanCheckQuery = (payload: string, look: VisualSettings) =>
  queryOptions({
    queryKey: ['scan-check', payload, look],
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }) => {
      const body = { content_type: 'text', content_data: { text: payload }, visual_settings: look }
      const asked = { ...body, format: 'svg', save: false }
      return (await change<GeneratedCode>('POST', `${path}/generate`, { body: asked, signal, isQuestion: true }))
        .scan_check
    },
  })

/** Image URL of a code as SVG, which is sharp at any size. The URL changes with the code. */
export const thumbnailOf = ({ id, updated_at }: Pick<QrCode, 'id' | 'updated_at'>): string =>
  `${rootPath}${path}/${id}/image?format=svg&v=${Date.parse(updated_at)}`

export const readImage = (id: string, format: QrFormat, size?: number): Promise<Blob> =>
  readFile(`${path}/${id}/image`, { query: { format, size } })

export const createCode = (body: NewCodeBody) =>
  change<GeneratedCode>('POST', `${path}/generate`, { body: { ...body, format: 'svg' } })
export const updateCode = (id: string, body: CodeChanges) =>
  change<{ qrCode: QrCode }>('PUT', `${path}/${id}`, { body })
export const deleteCode = (id: string, keepalive = false) => change('DELETE', `${path}/${id}`, { keepalive })
