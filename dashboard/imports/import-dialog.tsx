import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ImportSource } from '#schemas/imports.ts'
import { baseDomain, describeDomain, hostInUrls } from '../api/domain-choice.ts'
import { domainsQuery, servedDomains } from '../api/domains.ts'
import { createImport, importsKey } from '../api/imports.ts'
import { shortHost } from '../api/page-meta.ts'
import { Field, FieldFrame } from '../parts/field.tsx'
import { bindText, Form, useForm } from '../parts/form.tsx'
import { inputStyle } from '../parts/input-style.ts'
import { Modal } from '../parts/modal.tsx'
import { SelectField } from '../parts/select-field.tsx'
import { sourceNames } from './import-names.ts'

interface Filled {
  source: ImportSource
  file: File | null
  tags: string
  domain: string
}

const empty: Filled = { source: 'csv', file: null, tags: '', domain: baseDomain }

/** Uploads a file. No links are created before the user has seen the analysis. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const domains = servedDomains(useQuery(domainsQuery).data)
  const { filled, onChange, part, sending } = useForm<Filled>(empty, async ({ file, domain, ...given }) => {
    if (file === null) return
    const { id } = await createImport({ ...given, file, domain: { ...describeDomain(domain, shortHost) } })
    await queries.invalidateQueries({ queryKey: importsKey })
    await navigate({ to: '/imports/$id', params: { id } })
  })
  return (
    <Modal title="Import links" about="Waymark reads the file first. You then decide what to import." onClose={onClose}>
      <Form sending={sending} submit={sending.isSending ? 'Uploading…' : 'Read file'}>
        <SelectField
          label="Source"
          value={filled.source}
          error={part.errorOf('source')}
          onChange={({ target }) => onChange({ source: target.value as ImportSource })}
        >
          {Object.entries(sourceNames).map(([source, name]) => (
            <option key={source} value={source}>
              {name}
            </option>
          ))}
        </SelectField>
        <FieldFrame
          label="File"
          error={part.errorOf('file')}
          hint="A CSV export of the service, up to 256 MB, with a header row and a column of destinations."
        >
          {(ties) => (
            <input
              {...ties}
              type="file"
              name="file"
              required
              accept=".csv,.tsv,.txt,text/csv,text/plain"
              className={`${inputStyle} h-auto py-1.5 file:mr-3 file:rounded file:border-0 file:bg-sunken file:px-2.5 file:py-1 file:text-text`}
              onChange={({ target }) => onChange({ file: target.files?.[0] ?? null })}
            />
          )}
        </FieldFrame>
        <Field
          label="Add tags"
          placeholder="imported, bitly"
          hint="Optional. Added to every imported link, in addition to its own tags."
          {...bindText(part, 'tags')}
        />
        {domains.length > 0 && (
          <SelectField
            label="Domain"
            hint="Used for links whose domain is not in your account."
            value={filled.domain}
            onChange={({ target }) => onChange({ domain: target.value })}
          >
            {[baseDomain, ...domains.map(({ domain }) => domain)].map((domain) => (
              <option key={domain} value={domain}>
                {hostInUrls(domain, shortHost)}
              </option>
            ))}
          </SelectField>
        )}
      </Form>
    </Modal>
  )
}
