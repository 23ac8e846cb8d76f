import type { Chain } from './chains.ts'
import type { Project } from './projects.ts'
import type { ServiceConfig } from './ServiceConfig.ts'
import { budgetOf, isAnything } from './sponsorship.ts'

/** Whether the operator pays for operations of a project's people on a network. */
export const isSponsored = (
  { secrets }: Pick<ServiceConfig, 'secrets'>,
  project: Pick<Project, 'mode' | 'sponsorship'>,
  chain: Chain,
): boolean =>
  secrets.paymasterSigner !== undefined &&
  chain.paymaster !== undefined &&
  isAnything(budgetOf(project, chain.id))
