import type { HostAccount } from './HostPage.ts'

const wide = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

/** Both kinds of account, each on a screen of another width. */
export const kindsOfAccount: readonly [HostAccount, { width: number; height: number }][] = [
  ['eoa', wide],
  ['smart', phone],
]
