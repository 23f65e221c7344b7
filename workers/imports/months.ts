/** An insert writes a part for each month. ClickHouse allows 100. */
const mostMonths = 50

/** The months of visits that are stored together. */
export class Months {
  #known = new Set<string>()

  /** Adds the month of a visit. False if there are too many; the visit is then the first of the next insert. */
  add(at: number): boolean {
    const month = Number.isFinite(at) ? new Date(at).toISOString().slice(0, 7) : ''
    const fits = this.#known.has(month) || this.#known.size < mostMonths
    if (!fits) this.#known = new Set()
    this.#known.add(month)
    return fits
  }
}
