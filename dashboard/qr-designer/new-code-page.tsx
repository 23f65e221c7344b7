import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { toast } from 'sonner'
import { shortHost } from '../api/page-meta.ts'
import { createCode } from '../api/qr-codes.ts'
import { refreshLinked } from '../api/refresh.ts'
import { PageHead } from '../parts/page-head.tsx'
import { useIsThere } from '../parts/use-is-there.ts'
import { untitled } from '../qr-codes/kinds.ts'
import { Designer } from './designer.tsx'
import { type CodeDraft, emptyDraft, newBody } from './draft.ts'

export function NewCodePage() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const isThere = useIsThere()
  const [start] = useState(emptyDraft)

  async function save(draft: CodeDraft) {
    const { qrCode, scan_check } = await createCode(newBody(draft, shortHost))
    void refreshLinked(queries)
    const isShown = isThere.current
    if (isShown) await navigate({ to: '/qr-codes/$id', params: { id: qrCode.id } })
    toast.success(`${qrCode.name ?? untitled} created`, {
      description: `Scan test: ${scan_check.score} of 100.${isShown ? ' Download it here.' : ''}`,
    })
  }

  return (
    <>
      <PageHead title="Create QR code" about="Live preview. Every code is scan-tested before you get it." />
      <Designer start={start} submit="Create QR code" onSave={save} />
    </>
  )
}
