import { Segments } from './segments.tsx'

interface StateChoiceProps<State extends string> {
  states: Readonly<Record<State, { name: string }>>
  /** undefined: all states. */
  chosen: State | undefined
  onChoose: (state: State | undefined) => void
}

export function StateChoice<State extends string>({ states, chosen, onChoose }: StateChoiceProps<State>) {
  const names = Object.entries<{ name: string }>(states).map(([state, { name }]) => [state, name])
  return (
    <Segments<State | 'all'>
      name="Status"
      choices={{ all: 'All', ...Object.fromEntries(names) }}
      chosen={chosen ?? 'all'}
      onChoose={(state) => onChoose(state === 'all' ? undefined : state)}
    />
  )
}
