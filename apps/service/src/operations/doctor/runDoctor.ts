import { EnvironmentError, readEnvironment } from '../../config/readEnvironment.ts'
import { checkChainData } from './checkChainData.ts'
import { checkChains } from './checkChains.ts'
import { checkDatabase } from './checkDatabase.ts'
import { checkDocuments } from './checkDocuments.ts'
import { checkEarlierFiles } from './checkEarlierFiles.ts'
import { checkKeys } from './checkKeys.ts'
import { checkL1Fees } from './checkL1Fees.ts'
import { checkMail } from './checkMail.ts'
import { checkNetworks } from './checkNetworks.ts'
import { checkOnramps } from './checkOnramps.ts'
import { checkOrigins } from './checkOrigins.ts'
import { checkRelay, checkService } from './checkService.ts'
import { checkSmartAccounts } from './checkSmartAccounts.ts'
import { checkFarcaster, checkSocial } from './checkSocial.ts'
import { checkSwaps } from './checkSwaps.ts'
import { ask, type Diagnosis, type Finding, fail, ok } from './Diagnosis.ts'
import { openForDoctor } from './openForDoctor.ts'

type Check = (diagnosis: Diagnosis) => Finding[] | Promise<Finding[]>

/** In the order in which they are told. */
const CHECKS: Readonly<Record<string, Check>> = {
  origins: checkOrigins,
  keys: checkKeys,
  earlierFiles: checkEarlierFiles,
  database: checkDatabase,
  service: checkService,
  documents: checkDocuments,
  mail: checkMail,
  chains: checkChains,
  networks: checkNetworks,
  l1Fees: checkL1Fees,
  chainData: checkChainData,
  swaps: checkSwaps,
  onramps: checkOnramps,
  smartAccounts: checkSmartAccounts,
  relay: checkRelay,
  social: checkSocial,
  farcaster: checkFarcaster,
}

/** No check takes longer, ms: what is asked has a time-out of its own, and no more is begun after a minute. */
const CHECK_TIME = 120_000

async function runCheck(name: string, check: Check, diagnosis: Diagnosis): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Finding[]>((resolve) => {
    timer = setTimeout(resolve, CHECK_TIME, [
      fail(name, `The check did not end within ${CHECK_TIME / 1_000} s.`, 'Run the doctor again.'),
    ])
  })
  try {
    return await Promise.race([check(diagnosis), late])
  } catch (error) {
    const what = error instanceof Error ? error.name : 'unknown'
    return [
      fail(name, `The check could not be made (${what}).`, 'Run the doctor again; if it stays, report it.'),
    ]
  } finally {
    clearTimeout(timer)
  }
}

function environmentProblems(error: unknown): Finding[] {
  if (!(error instanceof EnvironmentError)) throw error
  const [, ...lines] = error.message.split('\n')
  return lines.map((line) => fail('environment', line.trim(), 'See "Environment" in docs/operating.md.'))
}

/**
 * Checks a deployment from inside (environment, database, files) and from outside (what answers at its origins).
 * Nothing is changed and no mail is sent.
 *
 * @param environment the variables of the service's process
 * @returns what was found, in a fixed order
 */
export async function runDoctor(environment: Diagnosis['environment']): Promise<Finding[]> {
  let settings: ReturnType<typeof readEnvironment>
  try {
    settings = readEnvironment(environment)
  } catch (error) {
    return environmentProblems(error)
  }
  const { config, host, port } = settings
  const { connection, finding } = await openForDoctor(config.database, { host, port })
  try {
    const diagnosis: Diagnosis = { environment, config, db: connection?.db ?? null, ask }
    const parts = await Promise.all(
      Object.entries(CHECKS).map(([name, check]) => runCheck(name, check, diagnosis)),
    )
    return [ok('environment', 'The environment is complete.'), finding, ...parts.flat()]
  } finally {
    await connection?.close()
  }
}
