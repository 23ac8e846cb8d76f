import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadDirectory } from '@latchkey/service/directory'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { curatedSource } from './curatedSource.ts'
import { encodeIcon } from './encodeIcon.ts'
import { writeDirectory } from './writeDirectory.ts'

const temporary = () => mkdtempSync(join(tmpdir(), 'latchkey-write-'))
const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()

test('R7-33 an icon is drawn anew as a WebP of 96 × 96 without what came with it', async () => {
  const secret = 'exif-comment'
  const source = await sharp(await png(300, 200))
    .withExif({ IFD0: { Copyright: secret } })
    .jpeg()
    .toBuffer()
  expect(source.includes(secret)).toBe(true)
  const bytes = (await encodeIcon(source)) ?? new Uint8Array()
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 96, height: 96 })
  expect(Buffer.from(bytes).includes(secret)).toBe(false)
})

test.each([
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['a page', Buffer.from('<html>')],
  ['GIF', Buffer.from('GIF89a')],
  ['a damaged PNG', Buffer.from('89504e470d0a1a0a0000', 'hex')],
  ['nothing', Buffer.alloc(0)],
  ['3 MB', Buffer.alloc(3 * 1024 * 1024)],
])('%s is no icon', async (_, bytes) => {
  expect(await encodeIcon(bytes)).toBeUndefined()
})

test('an import takes the place of the one before', async () => {
  const folder = temporary()
  mkdirSync(join(folder, 'wallet-icons'))
  writeFileSync(join(folder, 'wallet-icons', 'old.webp'), '')
  const count = await writeDirectory(curatedSource(), folder)
  expect(readdirSync(join(folder, 'wallet-icons'))).not.toContain('old.webp')
  expect(loadDirectory(folder).walletImages.size).toBe(count.icons)
})

test('no image id of a source leads out of the folder', async () => {
  const folder = temporary()
  const picture = new Uint8Array(await png(8, 8))
  const wallets = ['../../out', '/tmp/out', 'a/b', '..', 'fine'].map((imageId, index) => ({
    id: `w${index}`,
    name: `W${index}`,
    imageId,
  }))
  await writeDirectory({ label: 'test', wallets, icon: async () => picture }, folder)
  expect(readdirSync(join(folder, 'wallet-icons'))).toEqual(['fine.webp'])
  expect(loadDirectory(folder).wallets.map(({ listing }) => listing.image_id)).toEqual([
    ...Array(4).fill(undefined),
    'fine',
  ])
})

test('a source that fails, or has nothing usable, writes nothing', async () => {
  const folder = temporary()
  const broken = {
    label: 'test',
    wallets: [{ id: 'a', name: 'A', imageId: 'a' }],
    icon: () => Promise.reject(new Error('cut off')),
  }
  await expect(writeDirectory(broken, folder)).rejects.toThrow('cut off')
  const empty = { label: 'test', wallets: [{ id: '', name: '' }], icon: async () => undefined }
  await expect(writeDirectory(empty, folder)).rejects.toThrow('No wallet of the source can be used.')
  expect(existsSync(join(folder, 'wallets.json'))).toBe(false)
})
