interface HiddenTableProps {
  caption: string
  columns: readonly string[]
  /** The first cell of each is its head. */
  rows: readonly { key: string | number; cells: readonly string[] }[]
}

/** What a drawing shows, for readers who do not see it. */
export const HiddenTable = ({ caption, columns, rows }: HiddenTableProps) => (
  <div className="sr-only">
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column, index) => (
            <th key={index} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [head, ...cells] }) => (
          <tr key={key}>
            <th scope="row">{head}</th>
            {cells.map((cell, index) => (
              <td key={index}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
