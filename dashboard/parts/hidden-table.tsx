interface HiddenTableProps {
  caption: string
  columns: readonly string[]
  /** The first cell of a row is its header. */
  rows: readonly { key: string | number; cells: readonly string[] }[]
}

/** The data of a chart, for screen readers. */
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
