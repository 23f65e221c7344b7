import { count } from '../format/numbers.ts'

export const Progress = ({ label, value, total }: { label: string; value: number; total: number }) => (
  <div>
    <progress
      aria-label={label}
      className="h-2 w-full overflow-hidden rounded-full accent-accent"
      value={value}
      max={Math.max(1, total)}
    />
    <p className="mt-1 text-[13px] text-dim tabular-nums">
      {count(value)} of {count(total)}
    </p>
  </div>
)
