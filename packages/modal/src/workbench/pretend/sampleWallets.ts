import type { CustomWallet } from '@latchkey/core'
import type { AskWallets } from '@latchkey/core/directory'

const NAMES = ['Rainfall', 'Harbour', 'Compass', 'Meadow Wallet', 'Quartz', 'Tinder', 'North', 'Blue Heron']

/** A picture that needs no network: a letter's width of colour. */
const picture = (index: number): string => {
  const hue = (index * 47) % 360
  const mark = `<circle cx="24" cy="24" r="${10 + (index % 5)}" fill="hsl(${hue} 70% 92%)"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" fill="hsl(${hue} 55% 45%)"/>${mark}</svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** Wallets that nobody has. Every ninth has no picture. */
export const sampleWallets = (count: number): CustomWallet[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `wallet-${index + 1}`,
    name: `${NAMES[index % NAMES.length]}${index < NAMES.length ? '' : ` ${index + 1}`}`,
    rdns: `org.example.wallet${index + 1}`,
    chains: ['eip155:1'],
    ...(index % 9 === 8 ? {} : { image_url: picture(index) }),
  }))

/** Answers as the service does, at once. */
export const answerWallets =
  (wallets: readonly CustomWallet[]): AskWallets =>
  async ({ page, entries, search = '', include }) => {
    const found = wallets.filter(
      ({ id, name }) =>
        name.toLowerCase().includes(search.toLowerCase()) && (include === undefined || include.includes(id)),
    )
    const end = page * entries
    return { wallets: found.slice(end - entries, end), count: found.length, hasMore: end < found.length }
  }
