const looks = {
  good: 'bg-good-tint text-good',
  tell: 'bg-tint text-accent',
  warn: 'bg-warn-tint text-warn',
  bad: 'bg-bad-tint text-bad',
  quiet: 'bg-sunken text-dim',
} as const
export type PillLook = keyof typeof looks

export const Pill = ({ look, children }: { look: PillLook; children: string }) => (
  <span
    className={`inline-flex h-5 shrink-0 items-center rounded-full px-2 text-xs font-medium whitespace-nowrap ${looks[look]}`}
  >
    {children}
  </span>
)

/** Names and looks of the states of a resource. */
export type States<State extends string> = Readonly<Record<State, { name: string; look: PillLook }>>

export const StatePill = <State extends string>({ states, state }: { states: States<State>; state: State }) => (
  <Pill look={states[state].look}>{states[state].name}</Pill>
)
