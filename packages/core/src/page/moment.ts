import type { Config } from '../interfaces/Config.ts'

/** The stores that events are made of. */
export const SLICES = ['accounts', 'modal', 'networks', 'theme', 'notices'] as const

/** What the stores hold at one moment. */
export type Moment = { [Name in (typeof SLICES)[number]]: ReturnType<Config[Name]['getState']> }

/** What they hold now: for a listener whose code is still being loaded. */
export const momentOf = (config: Config): Moment =>
  Object.fromEntries(SLICES.map((name) => [name, config[name].getState()])) as Moment
