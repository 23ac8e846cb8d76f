import { type Config, close, open, type RouterEntry } from '@latchkey/core'
import { useCallback } from 'react'
import { useConfig } from '../LatchkeyProvider.tsx'
import { useSlice } from './useSlice.ts'

export type UseLatchkeyReturn = {
  config: Config
  isOpen: boolean
  open: (options?: { view?: RouterEntry }) => void
  close: () => void
}

/**
 * Opens and closes the modal.
 *
 * @example
 * const { open } = useLatchkey()
 * <button onClick={() => open()}>Connect</button>
 */
export function useLatchkey(): UseLatchkeyReturn {
  const config = useConfig()
  const { open: isOpen } = useSlice(config.modal)
  return {
    config,
    isOpen,
    open: useCallback((options?: { view?: RouterEntry }) => open(config, options), [config]),
    close: useCallback(() => close(config), [config]),
  }
}
