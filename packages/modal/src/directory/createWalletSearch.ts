import type { AskWallets } from './AskWallets.ts'
import { type Cell, createCell } from './createCell.ts'
import { createWalletList, type WalletList } from './createWalletList.ts'

/** Spec 9. */
const WAIT = 300
const ENTRIES = 100

export type WalletSearchState = {
  /** What was typed. */
  text: string
  /** What the newest answer was for; undefined while nothing is searched. */
  query: string | undefined
  /** The newest answer, or failure; it stays until the next one is there. */
  found: WalletList | undefined
  /** An answer is to come. */
  isBusy: boolean
}

export type WalletSearch = Cell<WalletSearchState> & {
  /** Searches for the text once nothing has been typed for 300 ms. An empty one ends the search. */
  type(text: string): void
  /** Searches no further; what is there stays. */
  stop(): void
}

const IDLE: WalletSearchState = { text: '', query: undefined, found: undefined, isBusy: false }

/** Search in the directory: the answer to an old question never replaces that to a newer one. */
export function createWalletSearch(ask: AskWallets, wait = WAIT): WalletSearch {
  const cell = createCell(IDLE)
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked: { list: WalletList } | undefined

  const give = (patch: Partial<WalletSearchState>) => cell.setState({ ...cell.getState(), ...patch })
  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
    const left = asked
    asked = undefined
    left?.list.stop()
  }
  const search = (query: string) => {
    const list = createWalletList(ask, { entries: ENTRIES, search: query })
    asked = { list }
    const stop = list.subscribe(() => {
      if (list.getState().isLoading) return
      stop()
      if (asked?.list !== list) return
      asked = undefined
      cell.getState().found?.stop()
      give({ query, found: list, isBusy: false })
    })
    list.loadMore()
  }
  return {
    ...cell,
    type(text) {
      const query = text.trim()
      const { query: answered, isBusy, text: before } = cell.getState()
      if (query === before.trim() && (isBusy || query === (answered ?? ''))) return give({ text })
      cancel()
      if (query === (answered ?? '')) return give({ text, isBusy: false })
      if (query === '') {
        cell.getState().found?.stop()
        return cell.setState({ ...IDLE, text })
      }
      timer = setTimeout(() => search(query), wait)
      give({ text, isBusy: true })
    },
    stop() {
      const { isBusy, query = '', found } = cell.getState()
      cancel()
      found?.stop()
      if (isBusy) give({ text: query, isBusy: false })
    },
  }
}
