import { useId } from 'react'
import { quantity } from '../format/numbers.ts'

export const percent = (value: number) => `${Math.round(value * 100)}%`
export const degrees = (value: number) => `${value}°`
export const dots = (value: number) => quantity(value, 'dot')

interface SliderProps {
  label: string
  value: number
  min: number
  max: number
  step: number
  write: (value: number) => string
  onChange: (value: number) => void
}

export function Slider({ label, value, write, onChange, ...range }: SliderProps) {
  const id = useId()
  return (
    <div className="min-w-0">
      <div className="mb-1.5 flex justify-between gap-3">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <output htmlFor={id} className="text-[13px] text-dim tabular-nums">
          {write(value)}
        </output>
      </div>
      <input
        id={id}
        type="range"
        className="h-6 w-full accent-accent pointer-coarse:-my-2.5 pointer-coarse:h-11"
        value={value}
        aria-valuetext={write(value)}
        {...range}
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </div>
  )
}
