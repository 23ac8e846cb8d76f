import { existsSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { testConfig } from '../testing/testConfig.ts'
import { PICTURED, withPicture } from './withPicture.ts'

const images = new URL('../../../../apps/service/data/token-images/', import.meta.url)
const token = (symbol: string) => ({
  ...{ name: symbol, symbol, chainId: 'eip155:1' as const },
  quantity: { decimals: '18', numeric: '1' },
})

it('every mark that the service keeps is asked for, and no other', () => {
  for (const id of PICTURED) expect(existsSync(new URL(`${id}-v1.webp`, images)), id).toBe(true)
  expect(readdirSync(images)).toHaveLength(PICTURED.length)
})

it('a token without a picture has the mark of its symbol, from the service alone', () => {
  const { config } = testConfig()
  const { origin, pathname } = new URL(withPicture(config, token('USDC')).iconUrl ?? '')
  expect(origin).toBe(config.services.apiOrigin)
  expect(pathname).toBe('/public/getTokenImage/usdc-v1')
})

it.each(['WHO', '', '../eth', 'toString'])('a token called “%s” has none', (symbol) => {
  expect(withPicture(testConfig().config, token(symbol)).iconUrl).toBeUndefined()
})

it('a picture of its own stays', () => {
  const own = { ...token('ETH'), iconUrl: 'https://icons.example/eth.png' }
  expect(withPicture(testConfig().config, own)).toEqual(own)
})
