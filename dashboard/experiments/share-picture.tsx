import { letterOf } from './letters.ts'

/** Too narrow for its letter below this share. */
const leastLettered = 0.04

/** The visitors as a bar, cut as they are shared out. What is missing of 100 percent is hatched as empty. */
export const SharePicture = ({ shares }: { shares: readonly number[] }) => (
  <div aria-hidden className="flex h-7 gap-px overflow-hidden rounded-md border border-line bg-sunken">
    {shares.map((share, index) => (
      <span
        key={letterOf(index)}
        className={`flex items-center justify-center overflow-hidden text-xs font-semibold transition-[width] duration-150 ${index % 2 === 0 ? 'bg-accent text-on-accent' : 'bg-tint text-accent'}`}
        style={{ width: `${share * 100}%` }}
      >
        {share >= leastLettered && letterOf(index)}
      </span>
    ))}
  </div>
)
