import type { FrameChain } from '../context/Frame.ts'
import { bitcoinChain } from './bitcoin/bitcoinChain.ts'
import { evmChain } from './evm/evmChain.ts'
import { solanaChain } from './solana/solanaChain.ts'

/** Every namespace of networks that the frame signs for. Who starts the frame hands them in. */
export const frameChains: readonly FrameChain[] = [evmChain, solanaChain, bitcoinChain]
