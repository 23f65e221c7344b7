import { useState } from 'react'
import { FieldFrame } from '../parts/field.tsx'
import { inputStyle } from '../parts/input-style.ts'

interface ColorFieldProps {
  label: string
  value: string
  hint?: string | undefined
  error?: string | undefined
  onChange: (color: string) => void
}

/** #RRGGBB in capitals, as the API stores it; null if the text is not a color. */
function readColor(text: string): string | null {
  const found = /^#?([0-9a-f]{6})$/i.exec(text.trim())?.[1]
  return found === undefined ? null : `#${found.toUpperCase()}`
}

export function ColorField({ label, value, hint, error, onChange }: ColorFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const isUnread = typed !== null && readColor(typed) === null
  return (
    <FieldFrame
      label={label}
      {...(hint !== undefined && { hint })}
      error={isUnread ? 'Enter a color, such as #1D4ED8.' : error}
      className="min-w-0"
    >
      {(ties) => (
        <div className="flex gap-2">
          <input
            type="color"
            aria-label={`${label} picker`}
            className="h-9 w-11 pointer-coarse:h-11 shrink-0 cursor-pointer rounded-md border border-field bg-card p-1"
            value={value.toLowerCase()}
            onChange={({ target }) => onChange(target.value.toUpperCase())}
          />
          <input
            {...ties}
            className={`${inputStyle} font-mono`}
            spellCheck={false}
            autoComplete="off"
            maxLength={7}
            value={typed ?? value}
            onChange={({ target }) => {
              setTyped(target.value)
              const color = readColor(target.value)
              if (color !== null) onChange(color)
            }}
            onBlur={() => setTyped(null)}
          />
        </div>
      )}
    </FieldFrame>
  )
}
