import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { toast } from 'sonner'
import { type ApiSourceName, apiSourceNames, type ImportSource } from '#schemas/imports.ts'
import { baseDomain, describeDomain, hostInUrls } from '../api/domain-choice.ts'
import { domainsQuery, servedDomains } from '../api/domains.ts'
import { createImport, importsKey } from '../api/imports.ts'
import { shortHost } from '../api/page-meta.ts'
import { withScheme } from '../format/urls.ts'
import { exactText, Field, FieldFrame } from '../parts/field.tsx'
import { bindText, Form, type FormPart, useForm } from '../parts/form.tsx'
import { inputStyle } from '../parts/input-style.ts'
import { Modal } from '../parts/modal.tsx'
import { Segments } from '../parts/segments.tsx'
import { SelectField } from '../parts/select-field.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { useIsThere } from '../parts/use-is-there.ts'
import { csvFile, fileHints, sourceNames, tokenHints } from './import-names.ts'

interface Filled {
  source: ImportSource
  way: 'api' | 'file'
  file: File | null
  token: string
  base_url: string
  visits: boolean
  tags: string
  domain: string
}

const empty: Filled = {
  source: 'csv',
  way: 'api',
  file: null,
  token: '',
  base_url: '',
  visits: true,
  tags: '',
  domain: baseDomain,
}

/** The API that is read; null for a file. */
const apiOf = ({ source, way }: Filled): ApiSourceName | null =>
  way === 'file' ? null : (apiSourceNames.find((name) => name === source) ?? null)

/** Whether the source can have individual visits, in addition to click totals. */
const mayHaveVisits = (filled: Filled): boolean => filled.source === 'yourls' || apiOf(filled) === 'shlink'

/** Services that users install on their own servers. */
const installed: readonly ApiSourceName[] = ['shlink', 'kutt']

/** null if no file was chosen. */
function readFrom(filled: Filled) {
  const { file, token, base_url } = filled
  const name = apiOf(filled)
  if (name === null) return file && { file }
  return { token, base_url: installed.includes(name) ? withScheme(base_url.trim()) : '' }
}

/** Uploads a file, or connects to the API of a service. No links are created before the user has seen the analysis. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const isThere = useIsThere()
  const domains = servedDomains(useQuery(domainsQuery).data)
  const { filled, onChange, part, sending } = useForm<Filled>(empty, async (given) => {
    const { source, visits, tags } = given
    const from = readFrom(given)
    if (from === null) return
    const domain = { ...describeDomain(given.domain, shortHost) }
    const { id } = await createImport({ source, from, visits, tags: source === 'waymark' ? '' : tags, domain })
    void queries.invalidateQueries({ queryKey: importsKey })
    if (isThere.current) await navigate({ to: '/imports/$id', params: { id } })
    else toast.success('Import created')
  })
  const name = apiOf(filled)
  // Objects of an archive keep their tags.
  const isArchive = filled.source === 'waymark'
  const submit = name === null ? 'Read file' : 'Read links'
  return (
    <Modal
      title="Import links"
      about="Waymark reads the links first. You then decide what to import."
      onClose={onClose}
    >
      <Form sending={sending} submit={sending.isSending && name === null ? 'Uploading…' : submit}>
        <SelectField
          label="Source"
          value={filled.source}
          error={part.errorOf('source')}
          // A token must not be sent to another service.
          onChange={({ target }) => onChange({ source: target.value as ImportSource, token: '' })}
        >
          {Object.entries(sourceNames).map(([source, name]) => (
            <option key={source} value={source}>
              {name}
            </option>
          ))}
        </SelectField>
        {apiSourceNames.some((known) => known === filled.source) && (
          <Segments<Filled['way']>
            name="Read from"
            choices={{ api: 'API', file: 'Uploaded file' }}
            chosen={filled.way}
            onChoose={(way) => onChange({ way })}
          />
        )}
        {name === null ? (
          <FileField source={filled.source} error={part.errorOf('file')} onChange={(file) => onChange({ file })} />
        ) : (
          <ApiFields name={name} part={part} />
        )}
        {mayHaveVisits(filled) && <VisitsField isOn={filled.visits} onChange={(visits) => onChange({ visits })} />}
        {!isArchive && (
          <Field
            label="Add tags"
            placeholder="imported, bitly"
            hint="Optional. Added to every imported link, in addition to its own tags."
            {...bindText(part, 'tags')}
          />
        )}
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

const VisitsField = ({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) => (
  <Toggle
    label="Import individual visits"
    hint="They appear in all reports. Otherwise, links only get their click totals."
    checked={isOn}
    onChange={onChange}
  />
)

interface ApiFieldsProps {
  name: ApiSourceName
  part: FormPart<Filled>
}

const ApiFields = ({ name, part }: ApiFieldsProps) => (
  <>
    {installed.includes(name) && (
      <Field
        label="URL"
        inputMode="url"
        placeholder="https://s.example.com"
        required={name === 'shlink'}
        hint={`URL of your installation of ${sourceNames[name]}.`}
        {...exactText}
        {...bindText(part, 'base_url')}
      />
    )}
    <Field
      label="Token"
      type="password"
      required
      hint={`${tokenHints[name]} Waymark deletes it once everything is read.`}
      {...exactText}
      autoComplete="new-password"
      {...bindText(part, 'token')}
    />
  </>
)

interface FileFieldProps {
  source: ImportSource
  error: string | undefined
  onChange: (file: File | null) => void
}

function FileField({ source, error, onChange }: FileFieldProps) {
  const { hint, accept } = fileHints[source] ?? csvFile
  return (
    <FieldFrame label="File" error={error} hint={hint}>
      {(ties) => (
        <input
          {...ties}
          type="file"
          name="file"
          required
          accept={accept}
          className={`${inputStyle} h-auto py-1.5 file:mr-3 file:rounded file:border-0 file:bg-sunken file:px-2.5 file:py-1 file:text-text`}
          onChange={({ target }) => onChange(target.files?.[0] ?? null)}
        />
      )}
    </FieldFrame>
  )
}
