import { stat } from 'node:fs/promises'
import { KEY_VARIABLES, SECRET_VARIABLES } from '../../config/readKeyFiles.ts'
import type { ServiceConfig } from '../../config/ServiceConfig.ts'
import { type Diagnosis, type Finding, fail, ok, warn } from './Diagnosis.ts'

const NEW_KEY =
  'Make one with: openssl rand -hex 32. See "Rotation" in docs/operating.md before you change it.'

/** Of 32 random bytes, fewer than 20 different ones come about once in 10^12. */
const FEWEST_VALUES = 20

/** Whether bytes look made up: few different values, or steps of one size. */
export function looksMadeUp(key: Uint8Array): boolean {
  const steps = new Set(Array.from(key.subarray(1), (byte, index) => (byte - (key[index] ?? 0)) & 255))
  const isPrintable = key.every((byte) => byte >= 32 && byte < 127)
  return new Set(key).size < FEWEST_VALUES || steps.size < FEWEST_VALUES / 2 || isPrintable
}

type Configured = Pick<ServiceConfig, 'secrets' | 'names' | 'adminToken' | 'metricsToken'>

export function checkStrength({ secrets, names }: Configured): Finding {
  const keys = {
    ...{ KEK: secrets.kek, RECOVERY_KEK: secrets.recoveryKek, PEPPER: secrets.pepper },
    ...{ PAYMASTER_SIGNER_KEY: secrets.paymasterSigner, NAME_SIGNER_KEY: names?.signer },
  }
  const weak = Object.entries(keys)
    .filter(([, key]) => key !== undefined && looksMadeUp(key))
    .map(([name]) => name)
  if (weak.length)
    return fail('keys.strength', `${weak.join(', ')}: does not look like 32 random bytes.`, NEW_KEY)
  return ok('keys.strength', 'The keys look random.')
}

export function checkReuse({ secrets, names, adminToken, metricsToken }: Configured): Finding {
  const { kek, recoveryKek, pepper, paymasterSigner, others } = secrets
  const hex = (key: Uint8Array) => Buffer.from(key).toString('hex')
  const named: [string, string | null][] = [
    ['KEK', hex(kek)],
    ['RECOVERY_KEK', hex(recoveryKek)],
    ['PEPPER', hex(pepper)],
    ...(others?.keks ?? []).map((key): [string, string] => ['KEK_PREVIOUS', hex(key)]),
    ...(others?.recoveryKeks ?? []).map((key): [string, string] => ['RECOVERY_KEK_PREVIOUS', hex(key)]),
    ...(others?.peppers ?? []).map((key): [string, string] => ['PEPPER_PREVIOUS', hex(key)]),
    ['PAYMASTER_SIGNER_KEY', paymasterSigner ? hex(paymasterSigner) : null],
    ['NAME_SIGNER_KEY', names ? hex(names.signer) : null],
    ['ADMIN_TOKEN', adminToken],
    ['METRICS_TOKEN', metricsToken],
  ]
  const byValue = new Map<string, string[]>()
  for (const [name, value] of named)
    if (value) byValue.set(value.toLowerCase(), [...(byValue.get(value.toLowerCase()) ?? []), name])
  const reused = [...byValue.values()].find((names) => names.length > 1)
  if (reused) return fail('keys.reuse', `${reused.join(' and ')} hold the same value.`, NEW_KEY)
  return ok('keys.reuse', 'No key is used twice.')
}

/** Files and folders whose content opens something. */
const PRIVATE_PATHS = [
  ...SECRET_VARIABLES.map((name) => `${name}_FILE`),
  'SOCIAL_PROVIDERS_FILE',
  'ONRAMP_PROVIDERS_FILE',
  'PGLITE_DIR',
]

async function checkFile(environment: Diagnosis['environment'], variable: string): Promise<Finding[]> {
  const path = environment[variable]
  // With DATABASE_URL set, the folder is not used.
  const isUnused = variable === 'PGLITE_DIR' && (environment.DATABASE_URL || environment.DATABASE_URL_FILE)
  if (!path || isUnused) return []
  const check = `files.${variable}`
  const found = await stat(path).catch(() => null)
  if (!found) return [fail(check, `${variable}: there is nothing at this path.`, `Correct ${variable}.`)]
  const others = found.mode & 0o077
  if (others) {
    const mode = (found.mode & 0o777).toString(8)
    const right = found.isDirectory() ? '700' : '600'
    return [
      fail(
        check,
        `${variable}: other users of this machine may read it (mode ${mode}).`,
        `chmod ${right} ${path}`,
      ),
    ]
  }
  return [ok(check, `${variable}: only its owner can read it.`)]
}

/** Whether keys are random, kept apart and kept to themselves. */
export async function checkKeys(diagnosis: Diagnosis): Promise<Finding[]> {
  const { environment } = diagnosis
  const files = await Promise.all(PRIVATE_PATHS.map((variable) => checkFile(environment, variable)))
  const inEnvironment = KEY_VARIABLES.filter((name) => environment[name])
  const isLocal = diagnosis.config.walletOrigin.startsWith('http:')
  const hint =
    inEnvironment.length && !isLocal
      ? [
          warn(
            'keys.environment',
            `${inEnvironment.join(', ')}: set in the environment, which crash reports and process lists show.`,
            `Put each into a file with mode 600 and set ${inEnvironment[0]}_FILE.`,
          ),
        ]
      : []
  return [checkStrength(diagnosis.config), checkReuse(diagnosis.config), ...hint, ...files.flat()]
}
