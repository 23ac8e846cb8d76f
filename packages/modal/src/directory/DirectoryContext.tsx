import { useConfig, useSlice } from '@latchkey/react'
import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useState } from 'react'
import type { AskWallets } from './AskWallets.ts'
import { createDirectoryHolder, type DirectoryHolder } from './createDirectoryHolder.ts'

const DirectoryContext = createContext<DirectoryHolder | undefined>(undefined)

export type DirectoryProviderProps = {
  /** Who answers; default: the service. */
  ask?: AskWallets | undefined
  children?: ReactNode
}

/** Gives every view of one modal the same directory, so that what was loaded is there at once the next time. */
export function DirectoryProvider({ ask, children }: DirectoryProviderProps): ReactElement {
  const config = useConfig()
  const [holder] = useState(() => createDirectoryHolder(config, ask))
  const { open } = useSlice(config.modal)
  useEffect(() => () => holder.stop(), [holder])
  useEffect(() => {
    if (!open) holder.rest()
  }, [open, holder])
  return <DirectoryContext.Provider value={holder}>{children}</DirectoryContext.Provider>
}

export function useDirectoryHolder(): DirectoryHolder {
  const holder = useContext(DirectoryContext)
  if (!holder) throw new TypeError('The directory needs a <DirectoryProvider> above it.')
  return holder
}
