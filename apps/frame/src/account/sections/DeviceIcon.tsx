import { Outline } from '@latchkey/ui'
import type { ReactElement } from 'react'

const screen = 'M4 4h12v8.5H4ZM2.5 15.5h15'
const phone = 'M6.5 2.5h7a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1ZM9 14.5h2'

/** A phone for a browser of one, else a screen. */
export const DeviceIcon = ({ browser = '' }: { browser?: string }): ReactElement => (
  <Outline path={/iPhone|iPad|Android/.test(browser) ? phone : screen} />
)
