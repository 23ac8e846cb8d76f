import { base, baseSepolia, type LatchkeyOptions, localhost, mainnet } from '@latchkey/sdk'
import { arbitrum, optimism, polygon } from 'viem/chains'
import type { NetworkName } from './choices.ts'

const CHAINS = { base, mainnet, optimism, arbitrum, polygon, baseSepolia, localhost } as const

/** The networks of these names, in this order. Never empty: no name is the same as `base`. */
export function networksOf([first = 'base', ...rest]: readonly NetworkName[]): LatchkeyOptions['networks'] {
  return [CHAINS[first], ...rest.map((name) => CHAINS[name])]
}
