import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { imageId, type WalletListing } from '@latchkey/protocol/http'
import type { DirectoryFile } from '@latchkey/service/directory'
import { type CleanWallet, cleanWallets } from './cleanWallets.ts'
import { encodeIcon } from './encodeIcon.ts'
import type { WalletSource } from './RawWallet.ts'

/** Icons fetched at once. */
const AT_ONCE = 4

export type ImportCount = { wallets: number; icons: number; bytes: number; dropped: number }

async function encodeIcons(source: WalletSource, wallets: readonly CleanWallet[]) {
  const icons = new Map<string, Uint8Array>()
  const waiting = [...wallets]
  const work = async () => {
    for (let wallet = waiting.shift(); wallet; wallet = waiting.shift()) {
      const id = imageId().safeParse(wallet.raw.imageId).data
      if (!id || icons.has(id)) continue
      const found = await source.icon(wallet.raw)
      const bytes = found && (await encodeIcon(found))
      if (bytes) icons.set(id, bytes)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return icons
}

const withIcon = ({ listing, raw }: CleanWallet, icons: ReadonlyMap<string, Uint8Array>): WalletListing =>
  typeof raw.imageId === 'string' && icons.has(raw.imageId) ? { ...listing, image_id: raw.imageId } : listing

/** `wallets.json` as it lies in the folder: a line a wallet, so that a change can be read. */
export function formatDirectory({ version, source, wallets }: DirectoryFile): string {
  const lines = wallets.map((wallet) => `    ${JSON.stringify(wallet)}`).join(',\n')
  return `{\n  "version": ${version},\n  "source": ${JSON.stringify(source)},\n  "wallets": [\n${lines}\n  ]\n}\n`
}

/**
 * Writes `wallets.json` and `wallet-icons/` of a directory, in place of those that were there. A wallet whose icon
 * cannot be read is listed without one. Nothing is written before everything has been read.
 *
 * @param folder the directory's folder
 */
export async function writeDirectory(source: WalletSource, folder: string): Promise<ImportCount> {
  const wallets = cleanWallets(source.wallets)
  if (!wallets.length) throw new Error('No wallet of the source can be used.')
  const icons = await encodeIcons(source, wallets)
  const file: DirectoryFile = {
    version: 1,
    source: source.label,
    wallets: wallets.map((wallet) => withIcon(wallet, icons)),
  }
  const iconFolder = join(folder, 'wallet-icons')
  rmSync(iconFolder, { recursive: true, force: true })
  mkdirSync(iconFolder, { recursive: true })
  for (const [id, bytes] of icons) writeFileSync(join(iconFolder, `${id}.webp`), bytes)
  writeFileSync(join(folder, 'wallets.json'), formatDirectory(file))
  return {
    wallets: wallets.length,
    icons: icons.size,
    bytes: [...icons.values()].reduce((sum, { length }) => sum + length, 0),
    dropped: source.wallets.length - wallets.length,
  }
}
