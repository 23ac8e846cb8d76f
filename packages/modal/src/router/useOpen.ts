import { useConfig, useSlice } from '@latchkey/react'

/** The modal is on the screen. A closing view is still drawn while it fades, and must stop its work. */
export function useOpen(): boolean {
  const config = useConfig()
  const { open } = useSlice(config.modal)
  return open || config.embedded
}
