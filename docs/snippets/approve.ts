import type { Latchkey } from 'latchkey'
import { parseEther, toHex } from 'viem'

export function payOnClick(latchkey: Latchkey, button: HTMLButtonElement, to: `0x${string}`) {
  button.addEventListener('click', async () => {
    const { address: from } = latchkey.getState()
    const hash = await latchkey.provider.request<string>({
      method: 'eth_sendTransaction',
      params: [{ from, to, value: toHex(parseEther('0.01')) }],
    })
    button.textContent = hash
  })
}
