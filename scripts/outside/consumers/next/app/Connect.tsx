'use client'

import { useAccount, useLatchkey } from 'latchkey/react'

export function Connect() {
  const { open } = useLatchkey()
  const { address } = useAccount()
  return (
    <button type="button" onClick={() => open()}>
      {address ?? 'Connect'}
    </button>
  )
}
