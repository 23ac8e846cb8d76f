import { useNetwork } from 'latchkey/react'

export function ToBase() {
  const { caipNetworkId, switchNetwork } = useNetwork()
  if (caipNetworkId === 'eip155:8453') return null
  return (
    <button type="button" onClick={() => switchNetwork('eip155:8453')}>
      Go to Base
    </button>
  )
}
