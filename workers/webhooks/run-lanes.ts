/**
 * Works through items in order, several at once, until the end or until it may not begin another. Answers the results of
 * the first of them: of an item that was not begun none, nor of any after it.
 */
export async function runLanes<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  mayBegin: () => boolean,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const lane = async () => {
    while (next < items.length && mayBegin()) {
      const index = next++
      results[index] = await work(items[index] as Item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane))
  return results
}
