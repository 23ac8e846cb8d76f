/** Questions at once: many more, and the doctor itself would be what makes answers late. */
const AT_ONCE = 8
/** Nothing more is begun after so long, ms; a question takes at most eight seconds by itself. */
const TIME = 60_000

/**
 * Does the work for each item, a few at once.
 *
 * @param late what is told of an item that was not begun in time
 * @returns the results in the order of the items
 */
export async function sideBySide<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  late: (item: Item) => Result,
  time = TIME,
): Promise<Result[]> {
  const until = performance.now() + time
  const results: Result[] = []
  const queue = items.entries()
  const take = async () => {
    // All take from one iterator.
    for (const [index, item] of queue)
      results[index] = performance.now() < until ? await work(item) : late(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, take))
  return results
}
