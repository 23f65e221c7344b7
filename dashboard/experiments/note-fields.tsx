import { Field } from '../parts/field.tsx'
import type { FilledExperiment } from './draft.ts'

interface NoteFieldsProps {
  filled: FilledExperiment
  onChange: (change: Partial<FilledExperiment>) => void
  errorOf: (field: string) => string | undefined
}

/** What nobody but people reads. */
export const NoteFields = ({ filled, onChange, errorOf }: NoteFieldsProps) => (
  <>
    <Field
      label="Hypothesis"
      name="hypothesis"
      placeholder="A shorter headline makes more people sign up"
      maxLength={1000}
      value={filled.hypothesis}
      error={errorOf('hypothesis')}
      hint="Optional: what you expect, written down before you see it."
      onChange={(event) => onChange({ hypothesis: event.target.value })}
    />
    <Field
      label="Description"
      name="description"
      maxLength={1000}
      value={filled.description}
      error={errorOf('description')}
      onChange={(event) => onChange({ description: event.target.value })}
    />
  </>
)
