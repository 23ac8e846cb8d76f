import { afterEach, beforeEach, expect, it } from 'vitest'
import { connect } from '../connection/connect.ts'
import { ADDRESS, connectFake } from '../testing/fakeConnector.ts'
import { type FakeService, fakeService } from '../testing/fakeService.ts'
import { testConfig } from '../testing/testConfig.ts'
import { fetchNfts } from './fetchNfts.ts'

const NFTS = `GET /v1/account/${ADDRESS}/nfts`
const tile = {
  chainId: 'eip155:1',
  contract: `0x${'a'.repeat(40)}`,
  tokenId: '7',
  standard: 'erc721',
  amount: '1',
  name: 'Tile 7',
}
let service: FakeService
beforeEach(async () => {
  service = await fakeService()
})
afterEach(() => service.stop())

async function make() {
  const made = testConfig({ services: { walletOrigin: 'https://wallet.example', apiOrigin: service.origin } })
  await connectFake(made.wallet, connect(made.config, { connectorId: 'fake' }))
  return made.config
}

it('R2-42 tells what the service tells of this network, with pictures of the service alone', async () => {
  const image = '/public/getNftImage/1.0xab.7.mac'
  service.answer(NFTS, {
    body: {
      nfts: [
        { ...tile, image },
        { ...tile, chainId: 'eip155:10' },
      ],
      hasMore: true,
    },
  })
  const { nfts, hasMore } = await fetchNfts(await make())
  expect(nfts.map(({ name }) => name)).toEqual(['Tile 7'])
  expect(nfts[0]?.imageUrl).toMatch(new RegExp(`^${service.origin}${image}\\?projectId=`))
  expect(hasMore).toBe(true)
})
it.each([
  [{ status: 503 }],
  ['cut'],
  [{ body: { nfts: [{ ...tile, image: 'https://evil.example/a.png' }], hasMore: false } }],
  [{ body: { nfts: [{ ...tile, name: '<b>' }], hasMore: false } }],
] as const)('%j is no answer', async (answer) => {
  service.answer(NFTS, answer)
  await expect(fetchNfts(await make())).rejects.toMatchObject({ code: 5275 })
})
