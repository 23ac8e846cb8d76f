import type { Chain } from '../../config/chains.ts'
import { askRpc, checkUpstreams, type Diagnosis, type Finding, notInTime, sideBySide } from './Diagnosis.ts'

const checkChain = (diagnosis: Diagnosis, chain: Chain): Promise<Finding> =>
  checkUpstreams(`chains.${chain.id}`, chain, {
    otherOf: async (url) => {
      const id = Number(await askRpc(diagnosis, url, 'eth_chainId'))
      return id === chain.id ? null : `a node of chain ${id}`
    },
    kind: 'node',
    fix: 'Correct rpcUrls of the chain in CHAINS.',
  })

/** Whether every chain has nodes, and of that chain. */
export function checkChains(diagnosis: Diagnosis): Promise<Finding[]> {
  return sideBySide(
    diagnosis.config.chains,
    (chain) => checkChain(diagnosis, chain),
    ({ id, name }) => notInTime(`chains.${id}`, name),
  )
}
