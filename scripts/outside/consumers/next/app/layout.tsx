import type { ReactNode } from 'react'
import { Wallet } from './Wallet.tsx'

export const metadata = { title: 'Outside' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Wallet>{children}</Wallet>
      </body>
    </html>
  )
}
