import { Segments } from './segments.tsx'

interface StateChoiceProps<State extends string> {
  /** What people call them. */
  names: Readonly<Record<State, string>>
  /** undefined: all of them. */
  chosen: State | undefined
  onChoose: (state: State | undefined) => void
}

/** Everything of a list, or what is in one state. */
export function StateChoice<State extends string>({ names, chosen, onChoose }: StateChoiceProps<State>) {
  const states = Object.entries<string>(names).map(([value, name]) => ({ value: value as State, name }))
  return (
    <Segments<State | 'all'>
      name="Status"
      choices={[{ value: 'all', name: 'All' }, ...states]}
      chosen={chosen ?? 'all'}
      onChoose={(state) => onChoose(state === 'all' ? undefined : state)}
    />
  )
}
