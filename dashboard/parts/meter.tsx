interface MeterProps {
  label: string
  /** Range: 0 to 1. */
  part: number
  /** The value in words: "43 of 100". */
  text: string
}

export const Meter = ({ label, part, text }: MeterProps) => (
  <span
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.round(Math.min(1, part) * 100)}
    aria-valuetext={text}
    className="block h-1.5 overflow-hidden rounded-full bg-sunken"
  >
    <span
      className="block h-full rounded-full bg-accent transition-[width] duration-150"
      style={{ width: `${Math.min(1, part) * 100}%` }}
    />
  </span>
)
