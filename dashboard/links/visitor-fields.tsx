import { Field } from '../parts/field.tsx'
import { SelectField } from '../parts/select-field.tsx'
import type { Answers, Question } from './made-up-visitors.ts'

interface VisitorFieldsProps {
  questions: readonly Question[]
  answers: Answers
  onChange: (answers: Answers) => void
}

/** What the rules ask about a visitor besides the country and the device. */
export function VisitorFields({ questions, answers, onChange }: VisitorFieldsProps) {
  if (questions.length === 0) return null
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 lg:grid-cols-4">
      {questions.map(({ name, label, input, placeholder }) => {
        const value = answers[name] ?? ''
        const set = ({ target }: { target: { value: string } }) => onChange({ ...answers, [name]: target.value })
        if (typeof input === 'string')
          return <Field key={name} label={label} type={input} placeholder={placeholder} value={value} onChange={set} />
        return (
          <SelectField key={name} label={label} value={value} onChange={set}>
            {input.map(([choice, text]) => (
              <option key={choice} value={choice}>
                {text}
              </option>
            ))}
          </SelectField>
        )
      })}
    </div>
  )
}
