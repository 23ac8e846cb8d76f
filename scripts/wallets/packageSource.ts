import * as z from 'zod'
import { parseLiteral } from './parseLiteral.ts'
import type { RawWallet, WalletSource } from './RawWallet.ts'
import { readTarball } from './readTarball.ts'

const FILE = /^package\/src\/wallets\/__generated__\/wallet\/([^/]+)\/(index|image)\.ts$/
const ICON = /["']data:image\/(?:webp|png|jpeg);base64,([A-Za-z0-9+/]+={0,2})["']/

const links = z.object({ native: z.unknown(), universal: z.unknown() }).partial().nullish()
/** The fields that are used; the others are left. Each value is checked later. */
const generatedWallet = z.object({
  id: z.unknown(),
  name: z.unknown(),
  homepage: z.unknown().optional(),
  image_id: z.unknown().optional(),
  app: z.object({ browser: z.unknown() }).partial().nullish(),
  rdns: z.unknown().optional(),
  mobile: links,
  desktop: links,
})

function readWallet(source: string): RawWallet | undefined {
  try {
    const found = generatedWallet.safeParse(parseLiteral(source, 'wallet'))
    if (!found.success) return undefined
    const { id, name, rdns, homepage, app, mobile, desktop, image_id } = found.data
    return {
      id,
      name,
      rdns,
      homepage,
      webapp: app?.browser,
      mobile: [mobile?.native, mobile?.universal],
      desktop: [desktop?.native, desktop?.universal],
      imageId: image_id,
    }
  } catch {
    return undefined
  }
}

/**
 * Reads the wallets of the npm package `thirdweb` (Apache-2.0) from its tarball, as data: no line of it is run.
 *
 * @param packed the `.tgz` that `npm pack` wrote
 * @throws Error when it holds no wallets
 */
export function packageSource(packed: Uint8Array): WalletSource {
  const files = readTarball(packed, (name) => FILE.test(name))
  const icons = new Map<RawWallet, string>()
  const wallets: RawWallet[] = []
  for (const name of [...files.keys()].sort()) {
    const wallet = name.endsWith('/index.ts') ? readWallet(files.get(name) ?? '') : undefined
    if (!wallet) continue
    wallets.push(wallet)
    icons.set(wallet, files.get(name.replace(/index\.ts$/, 'image.ts')) ?? '')
  }
  if (!wallets.length) throw new Error('The package holds no wallets.')
  return {
    label: 'thirdweb (npm), Apache-2.0',
    wallets,
    async icon(wallet) {
      const base64 = ICON.exec(icons.get(wallet) ?? '')?.[1]
      return base64 ? new Uint8Array(Buffer.from(base64, 'base64')) : undefined
    },
  }
}
