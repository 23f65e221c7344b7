import { type ReactNode, useId } from 'react'

interface PictureChoiceProps<Value extends string> {
  legend: string
  values: readonly Value[]
  names: Readonly<Record<Value, string>>
  draw: (value: Value) => ReactNode
  chosen: Value | undefined
  onChoose: (value: Value) => void
  /** Larger pictures, fewer per row. */
  isLarge?: boolean
}

export function PictureChoice<Value extends string>(props: PictureChoiceProps<Value>) {
  const { legend, values, names, draw, chosen, onChoose, isLarge = false } = props
  const group = useId()
  const columns = isLarge
    ? 'grid-cols-[repeat(auto-fill,minmax(68px,1fr))]'
    : 'grid-cols-[repeat(auto-fill,minmax(56px,1fr))]'
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      <div className={`grid gap-1.5 ${columns}`}>
        {values.map((value) => (
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
            {draw(value)}
            <span className="leading-tight">{names[value]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
