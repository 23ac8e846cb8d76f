import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  deployMoneyContracts,
  giveCollectible,
  mintCollectible,
  moneyContracts,
} from '@latchkey/local-bundler'
import { getAccountNfts } from '@latchkey/protocol/http'
import { devAccounts } from '@latchkey/testing'
import { type Anvil, sendTransaction, startAnvil } from '@latchkey/testing/node'
import { parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAsPage, codeOf } from '../testing/askAsPage.ts'
import { createDevice } from '../testing/createDevice.ts'
import { API, createTestService, type TestService } from '../testing/createTestService.ts'
import { createActiveWallet } from '../testing/createVault.ts'
import { addressOf, pictureType } from './readLink.ts'

const developer = devAccounts[0].address
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'
const json = (words: object) =>
  `data:application/json;base64,${Buffer.from(JSON.stringify(words)).toString('base64')}`
const png = `data:image/png;base64,${PNG.toString('base64')}`

let chain: Anvil
let service: TestService
let ada: `0x${string}`
let files: Server
let place: string
const asked: string[] = []
const held: (() => void)[] = []
let number = 1n
beforeAll(async () => {
  chain = await startAnvil({ prepare: deployMoneyContracts })
  files = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/a.png') response.setHeader('content-type', 'text/html').end(PNG)
    else if (request.url === '/drawing.png') response.setHeader('content-type', 'image/png').end(SVG)
    else if (request.url === '/large.png') response.end(Buffer.concat([PNG, Buffer.alloc(5_000_000)]))
    else if (request.url === '/held.png') held.push(() => response.end(PNG))
    else if (request.url === '/elsewhere') response.writeHead(302, { location: '/a.png' }).end()
    else response.writeHead(404).end()
  })
  await new Promise<void>((done) => files.listen(0, '127.0.0.1', done))
  place = `http://127.0.0.1:${(files.address() as AddressInfo).port}`
  service = await createTestService({
    chains: [
      {
        id: 31_337,
        name: 'Local',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: [chain.url],
        testnet: true,
      },
    ],
    limits: { dataCallsPerMinute: 1_000 },
  })
  const device = await createDevice(service)
  const { account } = await createActiveWallet(service, device, await device.signIn('ada@example.com'))
  ada = account.address as `0x${string}`
  await chain.setBalance(ada, parseEther('10'))
  await service.followChains()
})
afterAll(async () => {
  await new Promise((done) => files?.close(done))
  await service?.stop()
  await chain?.stop()
})

/** Gives a collectible of these words, in the way that is no spam. */
async function receive(uri: string): Promise<string> {
  const tokenId = number++
  await mintCollectible(chain.call, developer, { tokenId, uri })
  await giveCollectible(chain.call, developer, ada, tokenId)
  await service.followChains()
  service.advance(30_001)
  return String(tokenId)
}
const ask = (query = 'chainId=eip155:31337', account: string = ada) =>
  askAsPage(service, `/v1/account/${account}/nfts?${query}&projectId=demo`)
async function list() {
  const answer = await ask()
  expect([answer.status, answer.body]).toEqual([200, answer.body])
  return getAccountNfts.reply.parse(answer.body).nfts
}
const find = async (tokenId: string) => (await list()).find((one) => one.tokenId === tokenId)
const picture = (path: string) =>
  service.app.request(`${API}${path}`, undefined, { incoming: { socket: { remoteAddress: '203.0.113.7' } } })

test('R2-42 what came to an account is told with its words and its picture, until it is given away', async () => {
  const tokenId = await receive(json({ name: 'Tile 1', description: 'A tile.', image: png }))
  const found = await find(tokenId)
  expect(found).toMatchObject({
    contract: moneyContracts.collectible.toLowerCase(),
    standard: 'erc721',
    amount: '1',
    name: 'Tile 1',
    description: 'A tile.',
    collection: 'Latchkey Tiles',
  })
  const answer = await picture(found?.image ?? '')
  expect(answer.status).toBe(200)
  expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).toBe(true)
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  await chain.call('anvil_impersonateAccount', [ada])
  await giveCollectibleAway(tokenId)
  expect(await find(tokenId)).toBeUndefined()
})
async function giveCollectibleAway(tokenId: string) {
  const { encodeFunctionData, parseAbi } = await import('viem')
  const data = encodeFunctionData({
    abi: parseAbi(['function transferFrom(address from, address to, uint256 tokenId)']),
    args: [ada, developer, BigInt(tokenId)],
  })
  await sendTransaction(chain.call, { from: ada, to: moneyContracts.collectible, data })
  await service.followChains()
  service.advance(30_001)
}

test('R5-46 what a stranger makes for somebody is spam, and is not told', async () => {
  const tokenId = number++
  await mintCollectible(chain.call, ada, { tokenId, uri: json({ name: 'You have won' }) })
  await service.followChains()
  service.advance(30_001)
  expect(await find(String(tokenId))).toBeUndefined()
})

test('markup, hidden signs and endless words are harmless', async () => {
  const name = `<img src=x onerror=alert(1)>\u202eTile\u200b${'x'.repeat(2_000)}`
  const found = await find(await receive(json({ name, description: '<script>1</script>' })))
  expect(found?.name).toMatch(/^img src=x onerror=alert\(1\)Tilex+$/)
  expect(found?.name.length).toBeLessThanOrEqual(64)
  expect(found?.description).toBe('script1/script')
})

test.each([
  ['no address', ''],
  ['a script', 'javascript:alert(1)'],
  ['a file', 'file:///etc/passwd'],
  ['a cloud’s own service', 'http://169.254.169.254/latest/meta-data'],
  ['a private network', 'https://10.0.0.1/1.json'],
  ['data that is no JSON', 'data:application/json,<b>'],
  ['a list', 'data:application/json,[]'],
  ['an own page of the developer', 'https://localhost/1.json'],
])('a collectible that is described by %s goes by its number', async (_, uri) => {
  const tokenId = await receive(uri)
  expect(await find(tokenId)).toMatchObject({ tokenId, name: `#${tokenId}` })
  expect(await find(tokenId)).not.toHaveProperty('image')
})

test('who does not give a description is left alone for ten minutes, whoever asks for it', async () => {
  const tokenId = await receive(`${place}/words.json`)
  const askedFor = () => asked.filter((url) => url === '/words.json').length
  expect((await find(tokenId))?.name).toBe(`#${tokenId}`)
  service.advance(30_001)
  expect((await find(tokenId))?.name).toBe(`#${tokenId}`)
  expect(askedFor()).toBe(1)
  service.advance(600_001)
  await find(tokenId)
  expect(askedFor()).toBe(2)
})

test('a picture is what its bytes are, and nothing else is shown', async () => {
  const served = async (image: string) => {
    const found = await find(await receive(json({ name: 'Tile', image })))
    const answer = await picture(found?.image ?? '')
    return [answer.status, answer.headers.get('content-type')]
  }
  expect(await served(`${place}/a.png`)).toEqual([200, 'image/png'])
  for (const image of [
    `${place}/drawing.png`,
    `${place}/large.png`,
    `${place}/elsewhere`,
    `${place}/missing`,
    'http://169.254.169.254/a.png',
    `data:image/svg+xml;base64,${Buffer.from(SVG).toString('base64')}`,
    `data:image/svg+xml,${SVG}`,
    'javascript:alert(1)',
  ])
    expect([image, (await served(image))[0]]).toEqual([image, 404])
  expect(asked).toContain('/a.png')
})

test('a slow picture takes one place, however many ask for it', async () => {
  const slow = (await find(await receive(json({ name: 'Tile', image: `${place}/held.png` }))))?.image ?? ''
  const quick = (await find(await receive(json({ name: 'Tile', image: `${place}/a.png` }))))?.image ?? ''
  // More than there are places.
  const answers = Array.from({ length: 20 }, () => picture(slow))
  expect((await picture(quick)).status).toBe(200)
  // Which of the two is asked for first nobody says.
  await expect.poll(() => held.length).toBe(1)
  for (const answer of held) answer()
  expect((await Promise.all(answers)).every(({ status }) => status === 200)).toBe(true)
  expect(held).toHaveLength(1)
})

test('who does not give a picture is left alone for ten minutes, whoever asks for it', async () => {
  const found = await find(await receive(json({ name: 'Tile', image: `${place}/none.png` })))
  const askedFor = () => asked.filter((url) => url === '/none.png').length
  for (const _ of [1, 2, 3]) expect((await picture(found?.image ?? '')).status).toBe(404)
  expect(askedFor()).toBe(1)
  service.advance(600_001)
  await picture(found?.image ?? '')
  expect(askedFor()).toBe(2)
})

test('pictures are of what was told alone', async () => {
  const found = await find(await receive(json({ name: 'Tile', image: `${place}/a.png` })))
  const { image = '' } = found ?? {}
  expect((await picture(image)).status).toBe(200)
  const other = image.replace(/\.(\d+)\.([\w-]{22})$/, '.999.$2')
  for (const path of [
    other,
    image.slice(0, -1),
    `${image}x`,
    '/public/getNftImage/..%2f..%2fetc',
    '/public/getNftImage/x',
  ])
    expect([path, (await picture(path)).status]).toEqual([path, 404])
})

test.each([
  ['an address that is none', 'chainId=eip155:31337', '0x12', 400],
  ['no network', '', undefined, 400],
  ['a network that is not there', 'chainId=eip155:5', undefined, 404],
  ['something else', 'chainId=eip155:31337&cursor=1', undefined, 400],
])('%s is refused', async (_, query, account, status) => {
  expect((await ask(query, account ?? ada)).status).toBe(status)
})
test('an account of others has none, and a network that does not answer is an error', async () => {
  expect((await ask(undefined, developer)).body).toEqual({ nfts: [], hasMore: false })
  const silent = {
    id: 31_337,
    name: 'Local',
    nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
    rpcUrls: ['http://127.0.0.1:9'],
  }
  const other = await createTestService({ chains: [silent], deps: { database: service.database } })
  const answer = await askAsPage(other, `/v1/account/${ada}/nfts?chainId=eip155:31337&projectId=demo`)
  expect([answer.status, codeOf(answer)]).toEqual([503, 4780])
  await other.stop()
})

test.each([
  [
    'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/1.json',
    'https://gate.example/ipfs/bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/1.json',
  ],
  [
    'ipfs://ipfs/QmRRPWG96cmgTn2qSzjwr2qvfNEuhunv6FNeMFGa9bx6mQ',
    'https://gate.example/ipfs/QmRRPWG96cmgTn2qSzjwr2qvfNEuhunv6FNeMFGa9bx6mQ',
  ],
  ['ipfs://QmRRPWG96cmgTn2qSzjwr2qvfNEuhunv6FNeMFGa9bx6mQ/../../admin', null],
  ['ipfs://QmRRPWG96cmgTn2qSzjwr2qvfNEuhunv6FNeMFGa9bx6mQ/%2E%2e/%2e./admin', null],
  ['ipfs://short', null],
  ['https://pictures.example/1.png', 'https://pictures.example/1.png'],
  ['ftp://pictures.example/1.png', null],
  ['//pictures.example/1.png', null],
])('the link %s leads to %s', (link, address) => {
  expect(addressOf(link, 'https://gate.example/ipfs/')).toBe(address)
  if (link.startsWith('ipfs:')) expect(addressOf(link, null)).toBeNull()
})
test('a picture is told by its bytes', () => {
  expect(pictureType(PNG)).toBe('image/png')
  for (const text of ['', '<svg>', '<!doctype html>', 'GIF', '%PDF-1.7', 'RIFF1234WAVE'])
    expect(pictureType(Buffer.from(text))).toBeNull()
})
