import { expect, it } from 'vitest'
import type { Eip1193Provider } from '../interfaces/Connector.ts'
import { testConfig } from '../testing/testConfig.ts'
import { announceProvider, type ProviderInfo } from './createProvider.ts'

const { provider } = testConfig().config
const info: ProviderInfo = {
  uuid: crypto.randomUUID(),
  name: 'Latchkey',
  icon: 'data:,',
  rdns: 'dev.latchkey',
}

it('announces a frozen detail at once, at each request, and no more once stopped (EIP-6963)', () => {
  const heard: { info: ProviderInfo; provider: Eip1193Provider }[] = []
  const listen = (event: Event) => void heard.push((event as CustomEvent).detail)
  window.addEventListener('eip6963:announceProvider', listen)
  const stop = announceProvider(provider, info)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  stop()
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  window.removeEventListener('eip6963:announceProvider', listen)
  expect(heard).toHaveLength(2)
  expect(heard[0]).toEqual({ info, provider })
  expect(heard[0]?.provider).toBe(provider)
  expect(Object.isFrozen(heard[0]) && Object.isFrozen(heard[0]?.info)).toBe(true)
})
