/** How many blockhashes a node takes, as on the public networks. */
const SIZE = 150

/** The blockhashes of the last slots. */
export type BlockhashWindow = {
  add(blockhash: string): void
  latest(): { blockhash: string; lastValidBlockHeight: number }
  has(blockhash: string): boolean
  /** Blocks so far; each slot has one. */
  height(): number
}

export function createBlockhashWindow(first: string): BlockhashWindow {
  const hashes = [first]
  let height = 0
  return {
    add(blockhash) {
      height++
      hashes.push(blockhash)
      if (hashes.length > SIZE) hashes.shift()
    },
    latest: () => ({ blockhash: hashes.at(-1) ?? first, lastValidBlockHeight: height + SIZE }),
    has: (blockhash) => hashes.includes(blockhash),
    height: () => height,
  }
}
