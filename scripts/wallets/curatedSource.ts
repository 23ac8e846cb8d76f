import { createHash } from 'node:crypto'
import { CURATED_WALLETS } from './curatedWallets.ts'
import { encodeDrawing } from './encodeIcon.ts'
import type { WalletSource } from './RawWallet.ts'

const CELL = 12

/**
 * Draws a mark for a wallet whose icon is not at hand: a mirrored pattern of squares made from its id. It is not
 * anybody's logo and does not try to look like one.
 *
 * @returns SVG of 96 × 96
 */
export function drawMark(id: string): string {
  const bytes = createHash('sha256').update(id).digest()
  const hue = Math.round(((bytes[0] ?? 0) / 256) * 360)
  const cells = Array.from({ length: 15 }, (_, index) => index).filter(
    (index) => ((bytes[index + 1] ?? 0) & 1) === 1,
  )
  const squares = cells.flatMap((index) => {
    const [row, column] = [Math.floor(index / 3), index % 3]
    const y = 18 + row * CELL
    return [...new Set([column, 4 - column])].map(
      (x) => `<rect x="${18 + x * CELL}" y="${y}" width="${CELL}" height="${CELL}"/>`,
    )
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="22" fill="hsl(${hue},55%,38%)"/><g fill="hsl(${hue},70%,88%)">${squares.join('')}</g></svg>`
}

/** The curated list alone, with drawn marks in place of the wallets' icons. */
export function curatedSource(): WalletSource {
  return {
    label: 'curated list of Latchkey',
    wallets: CURATED_WALLETS.map((wallet) => ({
      ...wallet,
      imageId: `${wallet.id.replaceAll('.', '-')}-v1`,
    })),
    icon: (wallet) => encodeDrawing(drawMark(String(wallet.id))),
  }
}
