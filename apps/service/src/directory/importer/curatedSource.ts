import { CURATED_WALLETS } from './curatedWallets.ts'
import { drawMark } from './drawMark.ts'
import { encodeDrawing } from './encodeIcon.ts'
import type { WalletSource } from './RawWallet.ts'

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
