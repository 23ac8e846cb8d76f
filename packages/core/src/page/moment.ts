import type { Config } from '../interfaces/Config.ts'

/** The stores that tell what happens on a page. */
export const pageSlices = ({ accounts, networks, modal, theme, notices }: Config) =>
  [accounts, networks, modal, theme, notices] as const

type StateOf<Slice> = Slice extends { getState(): infer State } ? State : never
type StatesOf<Slices extends readonly unknown[]> = { [Index in keyof Slices]: StateOf<Slices[Index]> }
/** What they hold at one moment. */
export type Moment = StatesOf<ReturnType<typeof pageSlices>>

/** What they hold now: for a listener whose code is still being loaded. */
export const momentOf = (config: Config): Moment =>
  pageSlices(config).map((slice) => slice.getState()) as unknown as Moment
