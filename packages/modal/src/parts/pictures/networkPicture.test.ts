import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { networkPicture } from './networkPicture.ts'

const images = new URL('../../../../../apps/service/data/asset-images/', import.meta.url)
const chain = (id: number) => ({ id, caipNetworkId: `eip155:${id}` as const })

it('R3-25 at least 40 networks that name no picture have one, and the service keeps each', () => {
  const ids = Array.from({ length: 100_000 }, (_, id) => networkPicture(chain(id + 1))).filter(
    (id) => id !== undefined,
  )
  expect(ids.length).toBeGreaterThanOrEqual(40)
  for (const id of ids) expect(existsSync(new URL(`${id}.webp`, images)), id).toBe(true)
})

it.each([
  ['Optimism', chain(10), 'eip155-10-v1'],
  ['Sepolia', chain(11_155_111), 'eip155-11155111-v1'],
  ['one that nobody knows', chain(999_999), undefined],
])('%s', (_name, network, id) => {
  expect(networkPicture(network)).toBe(id)
})
