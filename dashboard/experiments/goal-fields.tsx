import { Field } from '../parts/field.tsx'
import { bindText, type FormPart } from '../parts/form.tsx'
import { Segments } from '../parts/segments.tsx'
import { Toggle } from '../parts/toggle.tsx'
import type { FilledExperiment } from './draft.ts'

const levels = ['90', '95', '99'] as const

/** What is counted as a success, and how much has to be seen before anything is said. */
export function GoalFields(part: FormPart<FilledExperiment>) {
  const { filled, onChange } = part
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
            type="number"
            min={1}
            max={1_000_000_000}
            step={1}
            inputMode="numeric"
            required
            hint="Before that nothing is said of a winner."
            {...bindText(part, 'sample', 'min_sample_size')}
          />
          <div>
            <p aria-hidden className="mb-1.5 font-medium">
              Certainty
            </p>
            <Segments
              name="Certainty"
              choices={Object.fromEntries(known.map((value) => [value, `${value}%`]))}
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
