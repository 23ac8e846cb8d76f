import { isMobile } from '@latchkey/core'
import { createContext, useContext } from 'react'

/** What to take the device for; left out, it is asked. */
export const MobileContext = createContext<boolean | undefined>(undefined)

/** The modal is on a phone or tablet: wallets are apps there. */
export const useMobile = (): boolean => useContext(MobileContext) ?? isMobile()
