import { knownNetworks } from './knownTokens.ts'
import type { Swaps } from './tokenSchema.ts'

type Contracts = Pick<Swaps, 'factory' | 'quoter' | 'router'>

/** The first deployment, at the same addresses on four networks. */
const first: Contracts = {
  factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
  quoter: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
  router: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
}

/** Uniswap v3 on public networks: factory, QuoterV2 and SwapRouter02 (docs.uniswap.org, deployments). */
const deployments: Readonly<Record<number, Contracts>> = {
  1: first,
  10: first,
  137: first,
  42161: first,
  56: {
    factory: '0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7',
    quoter: '0x78D78E420Da98ad378D7799bE8f4AF69033EB077',
    router: '0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2',
  },
  8453: {
    factory: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
    quoter: '0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a',
    router: '0x2626664c2603336E57B271c5C0b26F421741e481',
  },
  43114: {
    factory: '0x740b1c1de25031C31FF4fC9A62f554A55cdC1baD',
    quoter: '0xbe0F5544EC67e9B3b2D979aaA43f18Fd87E6257F',
    router: '0xbb00FF08d01D300023C629E8fFfFcb65A5a578cE',
  },
}

/** Uniswap v3 of a network that is known for it, by way of its wrapped coin and its dollars. */
export function knownSwaps(id: number): Swaps | undefined {
  const contracts = deployments[id]
  const prices = knownNetworks[id]?.prices
  if (!contracts || !prices?.wrapped) return undefined
  const { wrapped, dollars } = prices
  return { ...contracts, wrapped, through: [wrapped, ...dollars] }
}
