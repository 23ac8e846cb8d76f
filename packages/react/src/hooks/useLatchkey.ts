import { close, open, type RouterEntry } from '@latchkey/core'
import { useCallback } from 'react'
import { useConfig } from '../LatchkeyProvider.tsx'
import { useSlice } from './useSlice.ts'

export type UseLatchkeyReturn = {
  isOpen: boolean
  open: (options?: { view?: RouterEntry }) => void
  close: () => void
}

/** Opens and closes the modal. */
export function useLatchkey(): UseLatchkeyReturn {
  const config = useConfig()
  const { open: isOpen } = useSlice(config.modal)
  return {
    isOpen,
    open: useCallback((options) => open(config, options), [config]),
    close: useCallback(() => close(config), [config]),
  }
}
