/** The options of a select, each with a value and a name. */
export const Options = ({ of }: { of: readonly (readonly [value: string | number, name: string])[] }) =>
  of.map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ))
