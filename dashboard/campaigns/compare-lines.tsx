/** Each line has a colour and a pattern: one of them is enough to tell it. As many as can be compared. */
const lineLooks = [
  { colour: 'text-line-1', dashes: '' },
  { colour: 'text-line-2', dashes: '7 3' },
  { colour: 'text-line-3', dashes: '2 3' },
  { colour: 'text-line-4', dashes: '10 3 2 3' },
] as const

export const lookOf = (index: number) => lineLooks[index % lineLooks.length] ?? lineLooks[0]

export function LineMark({ index }: { index: number }) {
  const { colour, dashes } = lookOf(index)
  return (
    <svg aria-hidden width="26" height="8" className={`shrink-0 ${colour}`}>
      <line x2="26" y1="4" y2="4" stroke="currentColor" strokeWidth="2.5" strokeDasharray={dashes} />
    </svg>
  )
}
