import { useId } from 'react'

interface SegmentsProps<Value extends string> {
  name: string
  choices: Readonly<Record<Value, string>>
  chosen: Value
  onChoose: (value: Value) => void
}

export function Segments<Value extends string>({ name, choices, chosen, onChoose }: SegmentsProps<Value>) {
  const group = useId()
  return (
    <fieldset className="flex w-fit max-w-full flex-wrap rounded-md border border-line bg-card p-0.5">
      <legend className="sr-only">{name}</legend>
      {(Object.entries(choices) as [Value, string][]).map(([value, text]) => (
        <label
          key={value}
          className="flex h-7 cursor-pointer items-center rounded px-2.5 pointer-coarse:h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center text-[13px] font-medium whitespace-nowrap text-dim has-checked:bg-sunken has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={group}
            className="sr-only"
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
