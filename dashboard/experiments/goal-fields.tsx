import { Field } from '../parts/field.tsx'
import { bindChoice, bindFlag, bindText, type FormPart } from '../parts/form.tsx'
import { Segments } from '../parts/segments.tsx'
import { Toggle } from '../parts/toggle.tsx'
import type { FilledExperiment } from './draft.ts'

const levels = ['90', '95', '99'] as const

export function GoalFields(part: FormPart<FilledExperiment>) {
  const { filled } = part
  const known = [...new Set([...levels, filled.confidence])]
  return (
    <>
      <Toggle
        label="Track conversions"
        hint={
          <>
            Adds <code className="font-mono">?click_id=</code> to each destination so that it can report conversions.
            Required to find a winner.
          </>
        }
        {...bindFlag(part, 'conversions')}
      />
      {filled.conversions && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Minimum sample size"
            type="number"
            min={1}
            max={1_000_000_000}
            step={1}
            inputMode="numeric"
            required
            hint="Clicks each variant needs before results are shown."
            {...bindText(part, 'sample', 'min_sample_size')}
          />
          <div>
            <p aria-hidden className="mb-1.5 font-medium">
              Confidence level
            </p>
            <Segments
              name="Confidence level"
              choices={Object.fromEntries(known.map((value) => [value, `${value}%`]))}
              {...bindChoice(part, 'confidence')}
            />
            <p className="mt-1.5 text-[13px] text-dim">Higher levels need more clicks.</p>
          </div>
        </div>
      )}
    </>
  )
}
