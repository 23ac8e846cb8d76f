import type { CustomWallet } from '@latchkey/core'
import { textParam } from '../../parts/viewParams.ts'

const TEXTS = [
  'mobile_link',
  'link_mode',
  'desktop_link',
  'webapp_link',
  'rdns',
  'homepage',
  'image_url',
] as const
const LONGEST_NAME = 64

/** The `wallet` that a page passed. What links may be followed is decided where they are used. */
export function walletParam(value: unknown): CustomWallet | undefined {
  const wallet: unknown =
    typeof value === 'object' && value !== null && 'wallet' in value ? value.wallet : undefined
  const id = textParam(wallet, 'id')
  const name = textParam(wallet, 'name')
  if (!id || !name) return undefined
  const texts = TEXTS.flatMap((key) => {
    const text = textParam(wallet, key)
    return text === undefined ? [] : [[key, text] as const]
  })
  return { id, name: name.slice(0, LONGEST_NAME), ...Object.fromEntries(texts) }
}
