import { createLatchkey } from 'latchkey'
import { base } from 'latchkey/networks'

const latchkey = createLatchkey({
  projectId: 'shop',
  walletOrigin: 'https://wallet.example.net',
  apiOrigin: 'https://api.example.net',
  networks: [base],
  container: null,
})

/** Puts the modal into a part of the page, and opens it there. */
export async function openIn(place: HTMLElement): Promise<void> {
  place.append(await latchkey.element())
  latchkey.open()
}
