import { type ContentType, contentTypes } from '#schemas/qr-choices.ts'
import { Field, FieldFrame } from '../parts/field.tsx'
import type { FormPart } from '../parts/form.tsx'
import { inputStyle } from '../parts/input-style.ts'
import { Options } from '../parts/options.tsx'
import { SelectField } from '../parts/select-field.tsx'
import { Toggle } from '../parts/toggle.tsx'
import { kindNames } from '../qr-codes/code-search.ts'
import { kindIcons } from '../qr-codes/kinds.ts'
import type { ContentField } from './content-forms.ts'
import { type CodeDraft, chooseKind, fieldsFor, valueIn } from './draft.ts'
import { PictureChoice } from './picture-choice.tsx'

function drawKind(kind: ContentType) {
  const Icon = kindIcons[kind]
  return <Icon aria-hidden size={20} strokeWidth={1.75} />
}

/** The content of the code: one of eight types, each with its own form. */
export function ContentSection({ filled: draft, errorOf, onChange }: FormPart<CodeDraft>) {
  const { kind, contents } = draft
  const text = contents[kind]
  const set = (name: string, value: string) =>
    onChange({ contents: { ...contents, [kind]: { ...text, [name]: value } } })
  const fields = fieldsFor(kind, text)
  return (
    <>
      <PictureChoice
        legend="Content type"
        values={contentTypes}
        names={kindNames}
        draw={drawKind}
        chosen={kind}
        onChoose={(chosen) => onChange(chooseKind(draft, chosen))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map((field) => (
          <div key={`${kind}.${field.name}`} className={field.isHalf === true ? '' : 'sm:col-span-2'}>
            <ContentInput
              field={field}
              value={valueIn(text, field)}
              error={errorOf(field.name)}
              onChange={(value) => set(field.name, value)}
            />
          </div>
        ))}
      </div>
    </>
  )
}

interface ContentInputProps {
  field: ContentField
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function ContentInput({ field, value, error, onChange }: ContentInputProps) {
  const { name, label, type = 'text', hint, isRequired = false } = field
  if (type === 'switch') {
    return (
      <div className="flex h-full items-end pb-2">
        <Toggle label={label} checked={value === 'true'} onChange={(checked) => onChange(String(checked))} />
      </div>
    )
  }
  if (type === 'choice') {
    return (
      <SelectField label={label} value={value} error={error} onChange={({ target }) => onChange(target.value)}>
        <Options of={Object.entries(field.choices ?? {})} />
      </SelectField>
    )
  }
  if (type === 'lines') return <Lines field={field} value={value} error={error} onChange={onChange} />
  return (
    <Field
      label={label}
      name={`content.${name}`}
      // Checked by our rules. The browser's validation would block the form without a message.
      type={type === 'tel' ? 'tel' : 'text'}
      inputMode={modes[type]}
      placeholder={field.placeholder ?? ''}
      autoComplete="off"
      autoCapitalize={type === 'text' ? 'sentences' : 'none'}
      spellCheck={false}
      aria-required={isRequired}
      value={value}
      error={error}
      {...(hint !== undefined && { hint })}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

const modes = { url: 'url', email: 'email', tel: 'tel', number: 'decimal', text: 'text' } as const

const Lines = ({ field, value, error, onChange }: ContentInputProps) => (
  <FieldFrame label={field.label} hint={error === undefined ? field.hint : undefined} error={error}>
    {(ties) => (
      <textarea
        {...ties}
        name={`content.${field.name}`}
        rows={3}
        className={`${inputStyle} h-auto min-h-20 py-2`}
        placeholder={field.placeholder}
        aria-required={field.isRequired ?? false}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    )}
  </FieldFrame>
)
