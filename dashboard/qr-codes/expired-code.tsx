import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { codeReportQuery, updateCode } from '../api/qr-codes.ts'
import { refreshLinked } from '../api/refresh.ts'
import { readMoment } from '../format/local-moment.ts'
import { describePeriod } from '../format/periods.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { bindText, FormAlert, useForm } from '../parts/form.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { DraftNote } from '../parts/use-draft.tsx'
import { CodeScans, ScanPeriod } from './code-scans.tsx'
import { useDeleteCode } from './use-delete-code.ts'

/** The API no longer returns an expired code, but a new expiration date makes it work again. */
export function ExpiredCode({ id }: { id: string }) {
  const navigate = useNavigate()
  const deleteLater = useDeleteCode()
  const [now] = useState(() => new Date())
  const { scope: period, granularity } = describePeriod({}, now)
  const { data } = useQuery(codeReportQuery(id, { ...period, granularity }))
  const name = data?.qrCode.name ?? 'QR code'
  return (
    <>
      <PageHead title={name} about="This QR code has expired. Visitors who scan it see an “expired” page.">
        <Button
          Icon={Trash2}
          onClick={() => {
            deleteLater({ id, name })
            void navigate({ to: '/qr-codes' })
          }}
        >
          Delete
        </Button>
      </PageHead>
      <Revival id={id} />
      <div className="mb-4 flex">
        <ScanPeriod />
      </div>
      <CodeScans id={id} />
    </>
  )
}

const noDate = { expires_at: '' }

function Revival({ id }: { id: string }) {
  const queries = useQueryClient()
  async function revive({ expires_at }: typeof noDate) {
    await updateCode(id, { expires_at: expires_at === '' ? null : readMoment(expires_at) })
    await refreshLinked(queries)
    toast.success('QR code reactivated', { description: 'Scans open its content again.' })
  }
  const { part, sending, draft } = useForm(noDate, revive, { draft: `expired-code ${id}` })
  return (
    <form className="card mb-5 flex flex-wrap items-end gap-3 p-5" {...sending.props}>
      <div className="basis-full empty:hidden">
        <DraftNote draft={draft} />
      </div>
      <Field
        label="New expiration date (optional)"
        type="datetime-local"
        className="min-w-56 flex-1"
        {...bindText(part, 'expires_at')}
      />
      <Button type="submit" look="main" disabled={sending.isSending}>
        Reactivate
      </Button>
      <div className="basis-full empty:hidden">
        <FormAlert {...sending} />
      </div>
    </form>
  )
}
