import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import type { QrCode } from '#schemas/qr-codes.ts'
import { codeQuery, updateCode } from '../api/qr-codes.ts'
import { refreshLinked } from '../api/refresh.ts'
import { Card } from '../parts/card.tsx'
import { Designer } from '../qr-designer/designer.tsx'
import { type CodeDraft, changedBody, draftOf } from '../qr-designer/draft.ts'
import { kindNames } from './code-search.ts'
import { contentOf, summarize } from './kinds.ts'

export function EditCode({ code }: { code: QrCode }) {
  const queries = useQueryClient()

  async function save(draft: CodeDraft, start: CodeDraft) {
    const body = changedBody(draft, start)
    if (Object.keys(body).length === 0) {
      toast('No changes to save')
      return
    }
    const { qrCode } = await updateCode(code.id, body)
    queries.setQueryData(codeQuery(code.id).queryKey, qrCode)
    await refreshLinked(queries)
    toast.success('QR code saved', { description: consequenceOf(body) })
  }

  return (
    <Designer
      start={draftOf(code)}
      code={code}
      submit="Save"
      onSave={save}
      {...(!code.is_dynamic && { aside: <Fixed code={code} /> })}
    />
  )
}

function consequenceOf(body: ReturnType<typeof changedBody>): string {
  if (body.content_data !== undefined) return 'Printed codes now open the new content.'
  return body.visual_settings === undefined
    ? 'New settings apply to all new scans.'
    : 'Printed codes still work. New downloads have the new design.'
}

const Fixed = ({ code }: { code: QrCode }) => (
  <Card title="Content">
    <p className="truncate font-medium">
      {kindNames[code.content_type]}: {summarize(contentOf(code))}
    </p>
    <p className="mt-1 text-[13px] text-dim">
      This code is static, so its content cannot be changed. To change content after printing, use a dynamic code.
    </p>
  </Card>
)
