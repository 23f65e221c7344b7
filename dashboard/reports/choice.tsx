interface ChoiceProps<Key extends string> {
  label: string
  /** The first is the standard. */
  names: Readonly<Record<Key, string>>
  value: Key
  onChoose: (value: Key) => void
}

/** One of a few, where a picture would say less than a word. What is not the standard is marked. */
export function Choice<Key extends string>({ label, names, value, onChoose }: ChoiceProps<Key>) {
  const [standard] = Object.keys(names)
  return (
    <select
      aria-label={label}
      title={label}
      value={value}
      className={`h-8 max-w-44 rounded-md border px-2 text-[13px] font-medium ${value === standard ? 'border-line bg-card text-dim' : 'border-accent bg-tint text-text'}`}
      onChange={({ target }) => onChoose(target.value as Key)}
    >
      {(Object.entries(names) as [Key, string][]).map(([key, name]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </select>
  )
}
