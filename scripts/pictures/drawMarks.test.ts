import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadDirectory } from '@latchkey/service/directory'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { testTarball } from '../wallets/testTarball.ts'
import { NETWORK_MARKS, OTHER_MARKS, TOKEN_MARKS, TRIAL_MARKS } from './chosenPictures.ts'
import { drawMarks, removeBadges } from './drawMarks.ts'
import { hasBadge } from './hasBadge.ts'

const RED =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#f00" d="M0 0h24v24H0Z"/></svg>'
const moduleOf = (drawing: string) => `var mark =\n  '${drawing}\\n'\nexport { mark as default }`
const FILES = [
  ...[...Object.values(NETWORK_MARKS), ...Object.values(TRIAL_MARKS)].map(
    (mark) => `networks/background/${mark}`,
  ),
  ...Object.values(OTHER_MARKS),
  ...TOKEN_MARKS.map((symbol) => `tokens/background/${symbol}`),
]
const marksWith = (drawing: string) =>
  testTarball(
    Object.fromEntries(FILES.map((file) => [`package/dist/svgs/${file}.svg.js`, moduleOf(drawing)])),
  )
const temporary = () => mkdtempSync(join(tmpdir(), 'latchkey-marks-'))

test('R7-34 R7-36 every chosen mark becomes a picture; networks for trials are grey', async () => {
  const folder = temporary()
  expect(await drawMarks(marksWith(RED), folder)).toBe(
    readdirSync(join(folder, 'asset-images')).length + readdirSync(join(folder, 'token-images')).length,
  )
  const middle = async (id: string) => {
    const file = readFileSync(join(folder, 'asset-images', `${id}.webp`))
    expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width: 96, height: 96 })
    const [red = 0, green = 0] = await sharp(file).toColourspace('srgb').removeAlpha().raw().toBuffer()
    return red - green
  }
  expect(await middle('eip155-1-v1')).toBeGreaterThan(200)
  expect(await middle('eip155-11155111-v1')).toBeLessThan(8)
})

test.each([
  ['a script', RED.replace('</svg>', '<script>1</script></svg>')],
  ['a handler', RED.replace('<path', '<path onload="1"')],
  ['a picture from elsewhere', RED.replace('</svg>', '<image href="https://a.example/b.png"/></svg>')],
  ['a paint from elsewhere', RED.replace('#f00', 'url(https://a.example/#b)')],
  ['no drawing', 'var mark = 1'],
])('a mark with %s stops the drawing', async (_, drawing) => {
  await expect(drawMarks(marksWith(drawing), temporary())).rejects.toThrow('The package has no drawing')
})

/** A white picture with what lists paint on it: a dark disc, and a light mark in it. */
const badged = (more = '') =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" fill="#fff"/><circle cx="31" cy="65" r="14" fill="#1c1b18"/><g fill="#cbc0a8"><rect x="22" y="59" width="18" height="2.4"/><rect x="26" y="64" width="10" height="3"/></g>${more}</svg>`,
    ),
  )
    .webp()
    .toBuffer()

test('a badge is known by its disc and its mark', async () => {
  expect(await hasBadge(await badged())).toBe(true)
  expect(await hasBadge(await badged('<rect x="22" y="59" width="18" height="9" fill="#cbc0a8"/>'))).toBe(
    false,
  )
  expect(await hasBadge(await badged('<circle cx="31" cy="65" r="14" fill="#fff"/>'))).toBe(false)
})

test('a picture with a badge is replaced, or taken out; others and the order of fields stay', async () => {
  const folder = temporary()
  mkdirSync(join(folder, 'wallet-icons'))
  const wallet = (id: string, image_id: string, order: number) => ({
    name: 'A (formerly B)',
    id,
    image_id,
    chains: [],
    order,
  })
  const wallets = [wallet('io.metamask', 'a', 1), wallet('other', 'b', 2), wallet('clean', 'c', 3)]
  writeFileSync(join(folder, 'wallets.json'), JSON.stringify({ version: 1, source: 'test', wallets }))
  const clean = await sharp({ create: { width: 96, height: 96, channels: 3, background: '#369' } })
    .webp()
    .toBuffer()
  for (const [id, bytes] of [
    ['a', await badged()],
    ['b', await badged()],
    ['c', clean],
  ] as const)
    writeFileSync(join(folder, 'wallet-icons', `${id}.webp`), bytes)
  const packed = testTarball({
    'package/dist/wallets/walletConnectors/metaMaskWallet-AB12.js': `var icon = "data:image/svg+xml,${encodeURIComponent(RED)}"`,
  })
  expect(await removeBadges(packed, folder)).toEqual({ replaced: 1, taken: 1 })
  const listings = loadDirectory(folder).wallets.map(({ listing }) => listing)
  expect(listings.map(({ name, image_id }) => [name, image_id])).toEqual([
    ['A', 'io-metamask-v2'],
    ['A', undefined],
    ['A', 'c'],
  ])
  expect(readFileSync(join(folder, 'wallets.json'), 'utf8')).toContain(
    '{"name":"A","id":"clean","image_id":"c"',
  )
  expect(await removeBadges(packed, folder)).toEqual({ replaced: 0, taken: 0 })
})
