import type { ExperimentKind } from '../api/experiments.ts'
import { shortHost } from '../api/page-meta.ts'
import { exactText, Field } from '../parts/field.tsx'
import { Finder, Taken } from '../parts/finder.tsx'
import { Segments } from '../parts/segments.tsx'

export interface Target {
  kind: ExperimentKind
  isOwn: boolean
  id: string | null
  alias: string
}

interface TargetFieldsProps {
  target: Target
  onChange: (target: Target) => void
  errorOf: (field: string) => string | undefined
}

const kinds = { url: 'Link', qr: 'QR code' } as const

/** The link or QR code to test: a new one or an existing one. */
export function TargetFields({ target, onChange, errorOf }: TargetFieldsProps) {
  const { kind, isOwn, id, alias } = target
  const label = kind === 'url' ? 'Choose a link' : 'Choose a QR code'
  const error = errorOf(kind === 'url' ? 'primary_url_id' : 'qr_code_id')
  return (
    <div className="flex flex-col gap-3">
      <div>
        <p aria-hidden className="mb-1.5 font-medium">
          What to test
        </p>
        <div className="flex flex-wrap gap-2">
          <Segments
            name="What to test"
            choices={kinds}
            chosen={kind}
            onChoose={(value) => onChange({ ...target, kind: value, id: null })}
          />
          <Segments
            name="New or existing"
            choices={{ new: 'Create new', own: 'Use existing' }}
            chosen={isOwn ? 'own' : 'new'}
            onChoose={(value) => onChange({ ...target, isOwn: value === 'own' })}
          />
        </div>
      </div>
      {!isOwn ? (
        <Field
          label="Short link"
          name="short_code"
          before={`${shortHost}/`}
          placeholder="auto-generated"
          {...exactText}
          value={alias}
          error={errorOf('short_code')}
          hint={`${kind === 'qr' ? 'The link in the new QR code. ' : ''}Leave blank to generate one.`}
          onChange={(event) => onChange({ ...target, alias: event.target.value })}
        />
      ) : id === null ? (
        <Finder
          key={kind}
          label={label}
          kind={kind === 'url' ? 'link' : 'code'}
          refusalOf={({ untestable }) => untestable}
          onChoose={(found) => onChange({ ...target, id: found.id })}
        />
      ) : (
        <div>
          <p className="mb-1.5 font-medium">{label}</p>
          <Taken kind={kind === 'url' ? 'link' : 'code'} id={id} onRemove={() => onChange({ ...target, id: null })} />
        </div>
      )}
      {error !== undefined && <p className="text-[13px] text-bad first-letter:uppercase">{error}</p>}
    </div>
  )
}
