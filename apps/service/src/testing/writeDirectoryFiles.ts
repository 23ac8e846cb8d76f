import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The shortest file that counts as a WebP picture, told apart by its last bytes. */
export const webp = (mark: string): Uint8Array => Buffer.from(`RIFF\0\0\0\0WEBP${mark}`)

/** A folder of the form of the wallet directory. `wallets` may be anything, so that a test can write what is refused. */
export function writeDirectoryFiles(files: {
  wallets: unknown
  icons?: Readonly<Record<string, Uint8Array>>
  assets?: Readonly<Record<string, Uint8Array>>
  tokens?: Readonly<Record<string, Uint8Array>>
  currencies?: Readonly<Record<string, Uint8Array>>
}): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-directory-'))
  const text =
    typeof files.wallets === 'string'
      ? files.wallets
      : JSON.stringify({ version: 1, source: 'test', wallets: files.wallets })
  writeFileSync(join(folder, 'wallets.json'), text)
  for (const [name, images] of [
    ['wallet-icons', files.icons],
    ['asset-images', files.assets],
    ['token-images', files.tokens],
    ['currency-images', files.currencies],
  ] as const) {
    mkdirSync(join(folder, name))
    for (const [file, bytes] of Object.entries(images ?? {})) writeFileSync(join(folder, name, file), bytes)
  }
  return folder
}
