'use client'

import { LatchkeyProvider } from 'latchkey/react'
import type { ReactNode } from 'react'
import { latchkey } from './wallet.ts'

export const Wallet = ({ children }: { children: ReactNode }) => (
  <LatchkeyProvider config={latchkey.config}>{children}</LatchkeyProvider>
)
