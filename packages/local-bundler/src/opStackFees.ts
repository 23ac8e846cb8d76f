import type { JsonRpc } from '@latchkey/testing/node'
import { numberToHex, parseEther, zeroAddress } from 'viem'
import { readArtifact } from './readArtifact.ts'

/** What decides the fees that an OP-Stack network takes besides gas. */
export type OpStackFees = {
  /** wei */
  l1BaseFee: bigint
  /** wei */
  blobBaseFee: bigint
  /** Millionths; 32 bits, as are the other scalars. */
  baseFeeScalar: number
  blobBaseFeeScalar: number
  operatorFeeScalar: number
  /** wei; 64 bits */
  operatorFeeConstant: bigint
}

const oracle = '0x420000000000000000000000000000000000000F'
/** The L1Block predeploy, whose storage the network itself reads. */
const l1Block = '0x4200000000000000000000000000000000000015'

const store = (call: JsonRpc, address: string, slot: number, value: bigint) =>
  call('anvil_setStorageAt', [address, numberToHex(slot, { size: 32 }), numberToHex(value, { size: 32 })])

/**
 * Sets what the network takes, on an anvil that was started with `--network optimism` (Fjord and later).
 *
 * @example
 * const chain = await startAnvil({ args: ['--network', 'optimism'] })
 * await takeOpStackFees(chain.call, fees)
 */
export async function takeOpStackFees(call: JsonRpc, fees: OpStackFees): Promise<void> {
  const scalars = (BigInt(fees.baseFeeScalar) << 96n) | (BigInt(fees.blobBaseFeeScalar) << 64n)
  // anvil takes the operator fee for an `eth_call` too, from nobody's account where no other is named.
  await call('anvil_setBalance', [zeroAddress, numberToHex(parseEther('1000000'))])
  await store(call, l1Block, 1, fees.l1BaseFee)
  await store(call, l1Block, 3, scalars)
  await store(call, l1Block, 7, fees.blobBaseFee)
  await store(call, l1Block, 8, (BigInt(fees.operatorFeeScalar) << 64n) | fees.operatorFeeConstant)
}

/**
 * Sets what the GasPriceOracle predeploy says that the network takes, on any anvil. It does not compress: its L1 fee is
 * that of a transaction that cannot be compressed.
 *
 * @example
 * await tellOpStackFees(chain.call, fees)
 */
export async function tellOpStackFees(call: JsonRpc, fees: OpStackFees): Promise<void> {
  const { deployedBytecode } = readArtifact('./artifacts/TestGasPriceOracle.json')
  const { l1BaseFee, blobBaseFee, baseFeeScalar, blobBaseFeeScalar } = fees
  await call('anvil_setCode', [oracle, deployedBytecode])
  await store(
    call,
    oracle,
    0,
    16n * BigInt(baseFeeScalar) * l1BaseFee + BigInt(blobBaseFeeScalar) * blobBaseFee,
  )
  await store(call, oracle, 1, BigInt(fees.operatorFeeScalar))
  await store(call, oracle, 2, fees.operatorFeeConstant)
}
