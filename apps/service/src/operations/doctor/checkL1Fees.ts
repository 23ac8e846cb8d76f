import { encodeFunctionData, parseAbi } from 'viem'
import { type Chain, takesL1Fee } from '../../config/chains.ts'
import { askRpc, type Diagnosis, type Finding, notInTime, ok, sideBySide, warn } from './Diagnosis.ts'

/** The GasPriceOracle predeploy (OP-Stack specification, Predeploys). */
const ORACLE = '0x420000000000000000000000000000000000000F'
const abi = parseAbi(['function getL1Fee(bytes data) view returns (uint256)'])
/** A transaction of 100 bytes, whatever they say. */
const data = encodeFunctionData({ abi, functionName: 'getL1Fee', args: [`0x${'2a'.repeat(100)}`] })
/** An answer of one word. */
const WORD = /^0x[0-9a-fA-F]{64}$/

async function checkChain(diagnosis: Diagnosis, chain: Chain): Promise<Finding[]> {
  const [rpcUrl] = chain.rpcUrls
  if (chain.l1Fee === 'none' || rpcUrl === undefined) return []
  const check = `l1Fee.${chain.id}`
  const isExpected = takesL1Fee(chain)
  const answer = await askRpc(diagnosis, rpcUrl, 'eth_call', [{ to: ORACLE, data }, 'latest']).catch(() => '')
  const hasOracle = WORD.test(answer)
  if (hasOracle)
    return isExpected
      ? [ok(check, `${chain.name}: the network tells its fee for storing transactions.`)]
      : [
          warn(
            check,
            `${chain.name}: the network has an OP-Stack fee oracle, and its fee is not shown.`,
            'Set l1Fee of the chain in CHAINS to "opStack", or to "none" if it takes no such fee.',
          ),
        ]
  if (!isExpected) return []
  return [
    warn(
      check,
      `${chain.name}: the OP-Stack fee oracle does not answer, so that each transaction shows a warning.`,
      'See the findings on the chain itself; if its nodes are right, set l1Fee of the chain in CHAINS to "none".',
    ),
  ]
}

/** Whether the networks that take a fee besides gas are known, and tell it. */
export async function checkL1Fees(diagnosis: Diagnosis): Promise<Finding[]> {
  const parts = await sideBySide(
    diagnosis.config.chains,
    (chain) => checkChain(diagnosis, chain),
    ({ id, name }) => [notInTime(`l1Fee.${id}`, name)],
  )
  return parts.flat()
}
