import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { buildPayload } from '#core/qr/content.ts'
import { judgeContrast } from '#core/qr/contrast.ts'
import type { QrCode } from '#schemas/qr-codes.ts'
import { hostInUrls } from '../api/domain-choice.ts'
import { logoPictureQuery } from '../api/logos.ts'
import { shortHost } from '../api/page-meta.ts'
import { scanCheckQuery } from '../api/qr-codes.ts'
import { useSettled } from '../parts/use-settled.ts'
import { contentOf } from '../qr-codes/kinds.ts'
import type { CheckedContent } from './check-content.ts'
import { type CodeDraft, writeContent } from './draft.ts'
import type { Preview } from './preview.ts'
import { useCheckProgram, useLabelFont, usePreviewProgram } from './use-program.ts'

/** Same length as a generated slug. */
const unknownCode = 'xxxxxxx'
/** Shown until the content is complete. */
const example = 'https://example.com'
/** Pause before the scan test, which is too expensive for every keystroke. */
const checkPauseMs = 600

/** Shown until the renderer has loaded. */
const notDrawn: Preview = { svg: null, errors: [], warnings: [], modules: null, level: null }

export interface Previewed extends Preview {
  isDrawn: boolean
  /** The lowest contrast of any part to the background. */
  contrast: number
  /** The preview shows an example, since the content is not complete. */
  isExample: boolean
  /** The preview has a placeholder for the slug, which is generated on save. */
  isPlaceholder: boolean
  contentErrors: Record<string, string>
  scan: ReturnType<typeof useScanCheck>
}

export function usePreview(draft: CodeDraft, code: QrCode | undefined): Previewed {
  const checked = useCheckedContent(draft)
  const { payload, ...told } = payloadOf(draft, code, checked)
  const look = useDeferredValue(draft.look)
  const wantsFont = look.frame !== null && look.frame.text.trim() !== ''
  const font = useLabelFont(wantsFont)
  const preview = usePreviewProgram()
  const asset = look.logo?.asset_id
  const logo = useQuery({ ...logoPictureQuery(asset ?? ''), enabled: asset !== undefined }).data
  const drawn = useMemo(
    () => preview?.(payload, look, { font: font ?? null, logo: (asset !== undefined && logo) || null }) ?? notDrawn,
    [preview, payload, look, font, logo, asset],
  )
  const scan = useScanCheck(payload, look, preview !== undefined && drawn.errors.length === 0)
  const contrast = useMemo(() => judgeContrast(look).ratio, [look])
  return {
    ...drawn,
    isDrawn: preview !== undefined,
    contrast,
    ...told,
    contentErrors: checked?.errors ?? {},
    scan,
  }
}

function useCheckedContent({ kind, contents }: CodeDraft): CheckedContent | undefined {
  const check = useCheckProgram()
  const text = contents[kind]
  return useMemo(() => check?.({ content_type: kind, content_data: writeContent(kind, text) }), [check, kind, text])
}

function payloadOf(draft: CodeDraft, code: QrCode | undefined, checked: CheckedContent | undefined) {
  const alias = draft.custom_alias.trim()
  if (code !== undefined) {
    // If the short URL was deleted, the printed content is unknown.
    if (code.short_url === null && (code.is_dynamic || code.tracking_enabled)) return whatever
    return { payload: code.short_url ?? buildPayload(contentOf(code)), isExample: false, isPlaceholder: false }
  }
  if (draft.is_dynamic || draft.tracking_enabled) {
    const payload = `${location.protocol}//${hostInUrls(draft.domain, shortHost)}/${alias || unknownCode}`
    return { payload, isExample: false, isPlaceholder: alias === '' }
  }
  const content = checked?.content
  if (!content) return whatever
  return { payload: buildPayload(content), isExample: false, isPlaceholder: false }
}

const whatever = { payload: example, isExample: true, isPlaceholder: false }

function useScanCheck(payload: string, look: CodeDraft['look'], isDrawable: boolean) {
  const now = useMemo(() => ({ payload, look }), [payload, look])
  const settled = useSettled(now, checkPauseMs)
  const query = useQuery({ ...scanCheckQuery(settled.payload, settled.look), enabled: isDrawable && settled === now })
  return { check: query.data, error: query.error, isCurrent: settled === now && !query.isFetching }
}
