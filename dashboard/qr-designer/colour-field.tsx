import { useId, useState } from 'react'
import { inputStyle } from '../parts/field.tsx'

interface ColourFieldProps {
  label: string
  value: string
  error?: string | undefined
  onChange: (colour: string) => void
}

/** #RRGGBB in capitals, as the interface keeps it; null for what is none yet. */
function readColour(text: string): string | null {
  const found = /^#?([0-9a-f]{6})$/i.exec(text.trim())?.[1]
  return found === undefined ? null : `#${found.toUpperCase()}`
}

/** A colour, picked or typed. */
export function ColourField({ label, value, error, onChange }: ColourFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {label}
      </label>
      <div className="flex gap-2">
        <input
          type="color"
          aria-label={`${label}, picked`}
          className="h-9 w-11 shrink-0 cursor-pointer rounded-md border border-field bg-card p-1"
          value={value.toLowerCase()}
          onChange={({ target }) => onChange(target.value.toUpperCase())}
        />
        <input
          id={id}
          className={`${inputStyle} font-mono`}
          spellCheck={false}
          autoComplete="off"
          maxLength={7}
          value={typed ?? value}
          aria-invalid={(typed !== null && readColour(typed) === null) || error !== undefined ? true : undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          onChange={({ target }) => {
            setTyped(target.value)
            const colour = readColour(target.value)
            if (colour !== null) onChange(colour)
          }}
          onBlur={() => setTyped(null)}
        />
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1.5 text-[13px] text-bad first-letter:uppercase">
          {error}
        </p>
      )}
    </div>
  )
}
