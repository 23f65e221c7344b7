import { shortHost } from '../api/page-meta.ts'
import { exactText, Field } from '../parts/field.tsx'
import { FieldErrorText } from '../parts/field-group.tsx'
import { Finder, Taken } from '../parts/finder.tsx'
import type { FormPart } from '../parts/form.tsx'
import { Segments } from '../parts/segments.tsx'
import { type FilledExperiment, type Target, targetFields } from './draft.ts'

const kinds = { url: 'Link', qr: 'QR code' } as const

/** The link or QR code to test: a new one or an existing one. */
export function TargetFields({ filled: { target }, onChange, errorOf }: FormPart<FilledExperiment>) {
  const { kind, isOwn, id, alias } = target
  const set = (change: Partial<Target>) => onChange({ target: { ...target, ...change } })
  const label = kind === 'url' ? 'Choose a link' : 'Choose a QR code'
  const error = errorOf(targetFields[kind], 'target')
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
            onChoose={(value) => set({ kind: value, id: null })}
          />
          <Segments
            name="New or existing"
            choices={{ new: 'Create new', own: 'Use existing' }}
            chosen={isOwn ? 'own' : 'new'}
            onChoose={(value) => set({ isOwn: value === 'own' })}
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
          error={errorOf('short_code', 'target.alias') ?? errorOf('custom_alias', 'target.alias')}
          hint={`${kind === 'qr' ? 'The link in the new QR code. ' : ''}Leave blank to generate one.`}
          onChange={(event) => set({ alias: event.target.value })}
        />
      ) : (
        <div {...(error !== undefined && { 'data-invalid': '' })}>
          {id === null ? (
            <Finder
              key={kind}
              label={label}
              kind={kind === 'url' ? 'link' : 'code'}
              refusalOf={({ untestable }) => untestable}
              onChoose={(found) => set({ id: found.id })}
            />
          ) : (
            <>
              <p className="mb-1.5 font-medium">{label}</p>
              <Taken kind={kind === 'url' ? 'link' : 'code'} id={id} onRemove={() => set({ id: null })} />
            </>
          )}
          {error !== undefined && <FieldErrorText id={`${kind}-error`}>{error}</FieldErrorText>}
        </div>
      )}
    </div>
  )
}
