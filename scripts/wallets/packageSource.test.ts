import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { cleanWallets } from './cleanWallets.ts'
import { drawMark } from './curatedSource.ts'
import { encodeDrawing } from './encodeIcon.ts'
import { packageSource } from './packageSource.ts'
import { readTarball } from './readTarball.ts'
import { testTarball } from './testTarball.ts'

const folder = 'package/src/wallets/__generated__/wallet'
const record = (id: string, more = '') => `// generated
export const wallet = {
  id: "${id}",
  name: "Wallet ${id}",
  homepage: "https://${id}.example/",
  image_id: "11111111-2222-3333-4444-555555555500",
  app: { browser: "https://app.${id}.example/", ios: null },
  rdns: null,
  mobile: { native: "${id}://", universal: "https://link.${id}.example" },
  desktop: { native: null, universal: "https://desk.${id}.example" },
  ${more}
} as const;
`

test('R3-61 wallets and icons are read as data', async () => {
  const icon = Buffer.from(await encodeDrawing(drawMark('a'))).toString('base64')
  const source = packageSource(
    testTarball({
      'package/package.json': '{}',
      [`${folder}/one/index.ts`]: record('one', 'deepLink: { mobile: "one://dapp/" },'),
      [`${folder}/one/image.ts`]: `const image =\n  "data:image/webp;base64,${icon}";\nexport default image;`,
      [`${folder}/${'long-'.repeat(30)}/index.ts`]: record('two'),
    }),
  )
  expect(cleanWallets(source.wallets).map(({ listing }) => listing)).toEqual([
    {
      id: 'one',
      name: 'Wallet one',
      mobile_link: 'one://',
      link_mode: 'https://link.one.example',
      desktop_link: 'https://desk.one.example',
      webapp_link: 'https://app.one.example/',
      chains: [],
      homepage: 'https://one.example/',
      order: 1,
    },
    expect.objectContaining({ id: 'two', order: 2 }),
  ])
  const icons = await Promise.all(source.wallets.map((wallet) => source.icon(wallet)))
  expect(icons.map((bytes) => bytes?.length)).toEqual(
    expect.arrayContaining([undefined, Buffer.from(icon, 'base64').length]),
  )
})

test('code in a record is not run; the record is left out', () => {
  const files = {
    [`${folder}/bad/index.ts`]: 'export const wallet = { id: globalThis.ran = true, name: "Bad" }',
    [`${folder}/other/index.ts`]: 'export const other = 1',
    [`${folder}/good/index.ts`]: record('good'),
  }
  expect(packageSource(testTarball(files)).wallets.map(({ id }) => id)).toEqual(['good'])
  expect('ran' in globalThis).toBe(false)
})

test('an SVG in place of an icon is not taken', async () => {
  const svg = Buffer.from('<svg/>').toString('base64')
  const source = packageSource(
    testTarball({
      [`${folder}/a/index.ts`]: record('a'),
      [`${folder}/a/image.ts`]: `"data:image/svg+xml;base64,${svg}"`,
    }),
  )
  const [wallet] = source.wallets
  expect(wallet && (await source.icon(wallet))).toBeUndefined()
})

test('another package, and what is no package, is refused', () => {
  expect(() => packageSource(testTarball({ 'package/index.js': '' }))).toThrow(
    'The package holds no wallets.',
  )
  expect(() => packageSource(Buffer.from('not gzip'))).toThrow()
  const packed = gunzipSync(testTarball({ 'package/a': 'text' }))
  const cut = packed.subarray(0, 512 + 2)
  const changed = Buffer.concat([Buffer.from('other'), packed.subarray(5)])
  for (const damaged of [cut, changed]) expect(() => readTarball(gzipSync(damaged), () => true)).toThrow()
})
