export const LetterBadge = ({ index }: { index: number }) => (
  <span
    aria-hidden
    className="flex size-6 shrink-0 items-center justify-center rounded bg-sunken text-xs font-semibold text-dim"
  >
    {letterOf(index)}
  </span>
)

/** A, B, C, ... by position. */
export const letterOf = (index: number): string => String.fromCharCode(65 + index)
