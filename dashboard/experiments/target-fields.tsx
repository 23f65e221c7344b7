import type { ExperimentKind } from '../api/experiments.ts'
import { shortHost } from '../api/page-meta.ts'
import { exactText, Field } from '../parts/field.tsx'
import { Finder, Taken } from '../parts/finder.tsx'
import { Segments } from '../parts/segments.tsx'

export interface Target {
  kind: ExperimentKind
  isOwn: boolean
  /** Of the short URL or the QR code. */
  id: string | null
  alias: string
}

interface TargetFieldsProps {
  target: Target
  onChange: (target: Target) => void
  errorOf: (field: string) => string | undefined
}

const kinds = { url: 'A short URL', qr: 'A QR code' } as const

/** What a test is made of: something new, or something that people know already. */
export function TargetFields({ target, onChange, errorOf }: TargetFieldsProps) {
  const { kind, isOwn, id, alias } = target
  const thing = kind === 'url' ? 'short URL' : 'QR code'
  const error = errorOf(kind === 'url' ? 'primary_url_id' : 'qr_code_id')
  return (
    <div className="flex flex-col gap-3">
      <div>
        <p aria-hidden className="mb-1.5 font-medium">
          Test of
        </p>
        <div className="flex flex-wrap gap-2">
          <Segments
            name="Test of"
            choices={kinds}
            chosen={kind}
            onChoose={(value) => onChange({ ...target, kind: value, id: null })}
          />
          <Segments
            name="New or one of mine"
            choices={{ new: 'A new one', own: 'One of mine' }}
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
          placeholder="made for you"
          {...exactText}
          value={alias}
          error={errorOf('short_code')}
          hint={kind === 'url' ? 'Leave it empty for a random code.' : 'What the new QR code leads to.'}
          onChange={(event) => onChange({ ...target, alias: event.target.value })}
        />
      ) : id === null ? (
        <Finder
          key={kind}
          label={`Which ${thing}`}
          kind={kind === 'url' ? 'link' : 'code'}
          refusalOf={({ untestable }) => untestable}
          onChoose={(found) => onChange({ ...target, id: found.id })}
        />
      ) : (
        <div>
          <p className="mb-1.5 font-medium">Which {thing}</p>
          <Taken kind={kind === 'url' ? 'link' : 'code'} id={id} onRemove={() => onChange({ ...target, id: null })} />
        </div>
      )}
      {error !== undefined && <p className="text-[13px] text-bad first-letter:uppercase">{error}</p>}
    </div>
  )
}
