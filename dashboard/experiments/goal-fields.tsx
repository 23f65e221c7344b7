import { Field } from '../parts/field.tsx'
import { Segments } from '../parts/segments.tsx'
import { Toggle } from '../parts/toggle.tsx'
import type { FilledExperiment } from './draft.ts'

interface GoalFieldsProps {
  filled: FilledExperiment
  onChange: (change: Partial<FilledExperiment>) => void
  errorOf: (field: string) => string | undefined
}

const levels = ['90', '95', '99'] as const

/** What is counted as a success, and how much has to be seen before anything is said. */
export function GoalFields({ filled, onChange, errorOf }: GoalFieldsProps) {
  const known = [...new Set([...levels, filled.confidence])]
  return (
    <>
      <Toggle
        label="Count conversions"
        hint={
          <>
            Each destination is given <code className="font-mono">?click_id=</code>, by which it reports what visitors
            did there. Without that there is no winner.
          </>
        }
        checked={filled.conversions}
        onChange={(conversions) => onChange({ conversions })}
      />
      {filled.conversions && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Clicks each variant needs"
            name="min_sample_size"
            type="number"
            min={1}
            max={1_000_000_000}
            step={1}
            inputMode="numeric"
            required
            value={filled.sample}
            error={errorOf('min_sample_size')}
            hint="Before that nothing is said of a winner."
            onChange={(event) => onChange({ sample: event.target.value })}
          />
          <div>
            <p aria-hidden className="mb-1.5 font-medium">
              Certainty
            </p>
            <Segments
              name="Certainty"
              choices={known.map((value) => ({ value, name: `${value}%` }))}
              chosen={filled.confidence}
              onChoose={(confidence) => onChange({ confidence })}
            />
            <p className="mt-1.5 text-[13px] text-dim">Higher needs more clicks.</p>
          </div>
        </div>
      )}
    </>
  )
}
