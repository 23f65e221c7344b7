import { type ReactNode, useId } from 'react'

interface Choice<Value> {
  value: Value
  name: string
  picture: ReactNode
}

interface PictureChoiceProps<Value> {
  legend: string
  choices: readonly Choice<Value>[]
  chosen: Value | undefined
  onChoose: (value: Value) => void
  /** Larger pictures, fewer in a row. */
  isLarge?: boolean
}

/** A choice among things that are quicker seen than read. */
export function PictureChoice<Value extends string>(props: PictureChoiceProps<Value>) {
  const { legend, choices, chosen, onChoose, isLarge = false } = props
  const group = useId()
  const columns = isLarge
    ? 'grid-cols-[repeat(auto-fill,minmax(68px,1fr))]'
    : 'grid-cols-[repeat(auto-fill,minmax(56px,1fr))]'
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      <div className={`grid gap-1.5 ${columns}`}>
        {choices.map(({ value, name, picture }) => (
          <label
            key={value}
            className="flex cursor-pointer flex-col items-center gap-1.5 rounded-md border border-line px-0.5 py-2 text-center text-xs text-dim hover:border-field has-checked:border-accent has-checked:bg-tint has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={group}
              className="sr-only"
              checked={value === chosen}
              onChange={() => onChoose(value)}
            />
            {picture}
            <span className="leading-tight">{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
