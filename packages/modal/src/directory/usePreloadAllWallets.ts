import { useCallback } from 'react'
import { AllWallets } from '../views/allWallets/AllWallets.ts'
import { useDirectoryHolder } from './DirectoryContext.tsx'

/** A function that begins to load the list of all wallets and its first page, as when the pointer nears what leads there. */
export function usePreloadAllWallets(): () => void {
  const holder = useDirectoryHolder()
  return useCallback(() => {
    AllWallets.preload()
    holder.start()
  }, [holder])
}
