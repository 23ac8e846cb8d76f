import type { Config } from '@latchkey/core'
import type { AskWallets } from './AskWallets.ts'
import { type Cell, createCell } from './createCell.ts'
import type { createDirectory, Directory } from './createDirectory.ts'

/** The directory of one modal, whose code is loaded on first need. */
export type DirectoryHolder = Cell<Directory | undefined> & {
  /**
   * Loads the code and asks for what the first view shows, once while the modal is open. Never rejects: without it there
   * are fewer rows.
   */
  start(): void
  /** The modal has closed: its next opening may ask for what failed. */
  rest(): void
  /** The directory, for whoever has its code already. */
  ensure(create: typeof createDirectory): Directory
  stop(): void
}

export function createDirectoryHolder(config: Config, ask?: AskWallets): DirectoryHolder {
  const cell = createCell<Directory | undefined>(undefined)
  const ensure = (create: typeof createDirectory): Directory => {
    const directory = cell.getState() ?? create(config, ask)
    if (!cell.getState()) cell.setState(directory)
    return directory
  }
  let isStarted = false
  return {
    ...cell,
    start() {
      if (isStarted) return
      isStarted = true
      void import('./createDirectory.ts').then(
        (module) => ensure(module.createDirectory).loadHome(),
        () => undefined,
      )
    },
    rest() {
      isStarted = false
    },
    ensure,
    stop: () => cell.getState()?.stop(),
  }
}
