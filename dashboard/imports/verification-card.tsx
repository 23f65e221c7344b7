import { useQueryClient } from '@tanstack/react-query'
import { SearchCheck } from 'lucide-react'
import type { ImportRecord } from '#schemas/imports.ts'
import { differencesUrl, importQuery, verifyImport } from '../api/imports.ts'
import { useCan } from '../api/rights.ts'
import { count, quantity } from '../format/numbers.ts'
import { Card } from '../parts/card.tsx'
import { DownloadLink } from '../parts/download-link.tsx'
import { exactText, Field } from '../parts/field.tsx'
import { bindText, Form, useForm } from '../parts/form.tsx'
import { Progress } from '../parts/progress.tsx'

/** Compares the old short URLs with the imported links. */
export function VerificationCard({ run }: { run: ImportRecord }) {
  const mayEdit = useCan()('edit')
  const { verification } = run
  if (run.status !== 'completed' || (verification === null && !mayEdit)) return null
  return (
    <Card title="Verification">
      {verification !== null && <Result id={run.id} verification={verification} />}
      {mayEdit && verification?.status !== 'running' && <VerifyForm run={run} />}
    </Card>
  )
}

function Result({ id, verification }: { id: string; verification: NonNullable<ImportRecord['verification']> }) {
  const { status, total, checked, different } = verification
  return (
    <div className="flex flex-col gap-3">
      {status === 'running' && <Progress label="Compared links" value={checked} total={total} />}
      <p>
        {total === 0
          ? 'No imported link has a short URL at these domains.'
          : `${quantity(different, 'link')} of ${count(checked)} compared ${different === 1 ? 'differs' : 'differ'} from the source.`}
      </p>
      {different > 0 && (
        <DownloadLink url={differencesUrl(id)} className="self-start">
          Download differences (CSV)
        </DownloadLink>
      )}
    </div>
  )
}

function VerifyForm({ run }: { run: ImportRecord }) {
  const queries = useQueryClient()
  const hosts = run.verification?.hosts.join(', ') ?? ''
  const { part, sending } = useForm({ hosts }, async ({ hosts }) => {
    const named = hosts.split(',').map((host) => host.trim())
    queries.setQueryData(importQuery(run.id).queryKey, await verifyImport(run.id, named))
  })
  return (
    <div className="mt-4">
      <Form sending={sending} submit="Verify links" Icon={SearchCheck}>
        <Field
          label="Old domains"
          placeholder="bit.ly, go.example.com"
          required
          hint="Waymark requests the old short URL of each link at these domains, 5 per second, and compares status and destination. The old service may count these requests as clicks."
          {...exactText}
          {...bindText(part, 'hosts')}
        />
      </Form>
    </div>
  )
}
