import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEnvironment } from '../config/readEnvironment.ts'
import { webp, writeDirectoryFiles } from '../testing/writeDirectoryFiles.ts'
import { DirectoryError, loadDirectory, shippedDirectory } from './walletDirectory.ts'

const wallet = { id: 'a', name: 'A', image_id: 'icon', chains: [], order: 1 }
const icons = { 'icon.webp': webp('1') }

test('R3-61 what comes with the service is well formed, ranked, and large', () => {
  const { wallets, walletImages, assetImages, tokenImages } = loadDirectory(shippedDirectory())
  expect(wallets.slice(0, 3).map(({ listing }) => listing.name)).toEqual([
    'MetaMask',
    'Trust Wallet',
    'Rainbow',
  ])
  expect(wallets.length).toBeGreaterThanOrEqual(500)
  expect(walletImages.size).toBeGreaterThanOrEqual(500)
  const named = wallets.flatMap(({ listing }) => listing.image_id ?? [])
  expect(named.every((id) => walletImages.has(id))).toBe(true)
  expect([...assetImages.keys()]).toEqual(
    expect.arrayContaining(
      ['ethereum', 'base', 'base-sepolia', 'solana', 'bitcoin', 'local'].map((id) => `${id}-v1`),
    ),
  )
  const networks = [...assetImages.keys()].filter((id) => /^eip155-\d+-v1$/.test(id))
  expect(networks.length).toBeGreaterThanOrEqual(40)
  expect([...tokenImages.keys()]).toEqual(expect.arrayContaining(['eth-v1', 'usdc-v1', 'usdt-v1', 'dai-v1']))
})

test('no wallet that comes with the service has a name with an explanation in it', () => {
  const { wallets } = loadDirectory(shippedDirectory())
  expect(wallets.map(({ listing }) => listing.name).filter((name) => /[(|]/.test(name))).toEqual([])
})

test('the shipped folder is found beside the sources and beside the bundle', () => {
  const root = mkdtempSync(join(tmpdir(), 'latchkey-layout-'))
  mkdirSync(join(root, 'data'))
  writeFileSync(join(root, 'data', 'wallets.json'), '')
  expect(shippedDirectory(join(root, 'dist'))).toBe(join(root, 'data'))
  expect(shippedDirectory(join(root, 'src', 'directory'))).toBe(join(root, 'data'))
})

test('R3-25 an operator’s asset images come before the shipped ones', () => {
  const shipped = writeDirectoryFiles({ wallets: [], assets: { 'a.webp': webp('s'), 'b.webp': webp('s') } })
  const own = writeDirectoryFiles({ wallets: [], assets: { 'b.webp': webp('o') } })
  const { assetImages } = loadDirectory(own, shipped)
  expect([...assetImages].map(([id, { bytes }]) => `${id}${bytes.at(-1)}`)).toEqual([
    `a${'s'.charCodeAt(0)}`,
    `b${'o'.charCodeAt(0)}`,
  ])
})

test.each([
  ['{', 'wallets.json: not JSON'],
  ['[]', 'wallets.json: Invalid input'],
  ['{"version":2,"source":"x","wallets":[]}', 'version'],
])('malformed text %j stops the start', (wallets, message) => {
  expect(() => loadDirectory(writeDirectoryFiles({ wallets }))).toThrow(message)
})

test.each([
  ['a link that runs code', [{ ...wallet, mobile_link: 'javascript:alert(1)' }], 'wallets.0.mobile_link'],
  ['an unknown field', [{ ...wallet, html: '<b>' }], 'wallets.0'],
  ['an id that is there twice', [wallet, { ...wallet, order: 2 }], 'the id a occurs twice'],
  ['an order with gaps', [{ ...wallet, order: 2 }], 'wallets.0.order must be 1'],
  ['an icon that is missing', [{ ...wallet, image_id: 'none' }], 'the icon none of a is missing'],
])('%s stops the start', (_, wallets, message) => {
  expect(() => loadDirectory(writeDirectoryFiles({ wallets, icons }))).toThrow(message)
})

test.each([
  ['icon.png', webp('1')],
  ['a b.webp', webp('1')],
  ['svg.webp', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['large.webp', new Uint8Array([...webp('1'), ...new Uint8Array(70_000)])],
])('the picture %s stops the start', (file, bytes) => {
  const folder = writeDirectoryFiles({ wallets: [wallet], icons: { ...icons, [file]: bytes } })
  expect(() => loadDirectory(folder)).toThrow(DirectoryError)
  expect(() => loadDirectory(folder)).toThrow(file)
})

test('a folder that is not there is named, and many problems are cut short', () => {
  expect(() => loadDirectory('/no/such/folder')).toThrow('/no/such/folder/wallets.json: cannot be read')
  const wallets = Array.from({ length: 40 }, () => ({}))
  expect(() => loadDirectory(writeDirectoryFiles({ wallets }))).toThrow(/… and \d+ more$/)
})

test('DIRECTORY_DIR names another folder', () => {
  const chains = [
    {
      id: 1,
      name: 'E',
      nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
      rpcUrls: ['https://rpc.example'],
    },
  ]
  const projects = [
    { id: 'demo', name: 'Demo', mode: 'production', allowedOrigins: ['https://shop.example.com'] },
  ]
  const environment = {
    WALLET_ORIGIN: 'https://wallet.example.com',
    KEYS_ORIGIN: 'https://keys.example.net',
    API_ORIGIN: 'https://api.example.com',
    DATABASE_URL: 'postgres://localhost/latchkey',
    KEK: '01'.repeat(32),
    RECOVERY_KEK: '02'.repeat(32),
    PEPPER: '03'.repeat(32),
    FRAME_DIST: '/srv/frame',
    KEYS_DIST: '/srv/keys',
    CHAINS: JSON.stringify(chains),
    PROJECTS: JSON.stringify(projects),
  }
  expect(readEnvironment(environment).config.directoryDir).toBeUndefined()
  expect(readEnvironment({ ...environment, DIRECTORY_DIR: '/srv/d' }).config.directoryDir).toBe('/srv/d')
})
