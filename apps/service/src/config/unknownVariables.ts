/**
 * Names begin so that belong to this service alone. Others of ours, such as `PORT`, `LOG_LEVEL` or `DATABASE_URL`, share
 * their beginning with what many programs read: there only a near miss is one.
 */
const OWN = [
  'ANALYTICS_',
  'CHAINS_',
  'DIRECTORY_',
  'FARCASTER_',
  'FRAME_',
  'KEK_',
  'KEYS_',
  'LATCHKEY_',
  'NETWORKS_',
  'NAME_',
  'NAMES_',
  'OPTIMISM_',
  'PAYMASTER_',
  'PEPPER_',
  'PGLITE_',
  'PROJECTS_',
  'RECOVERY_',
  'RELAY_',
  'SMTP_',
  'SOCIAL_',
  'TRUSTED_',
  'WALLET_',
]

/** What Kubernetes and Docker links write for a neighbour that is called `relay` or `smtp`. */
const OF_NEIGHBOUR =
  /_(?:SERVICE_(?:HOST|PORT(?:_\w+)?)|PORT(?:_[0-9]+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)?|NAME|ENV_\w+)$/

/** Shorter names have neighbours by chance: HOME is two letters from HOST. */
const SHORTEST = 6

/** Steps from one name to the other: a letter more, less, changed, or two swapped. */
function distance(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 1; at <= one.length; at += 1) {
    const row = [at]
    for (let to = 1; to <= other.length; to += 1) {
      const isSame = one[at - 1] === other[to - 1]
      const isSwapped = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]
      row[to] = Math.min(
        (last[to] ?? 0) + 1,
        (row[to - 1] ?? 0) + 1,
        (last[to - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[to - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = row
  }
  return last[other.length] ?? 0
}

/** The known name that is the fewest steps away. */
function nearest(name: string, known: readonly string[]): { name: string; steps: number } {
  return known
    .map((candidate) => ({ name: candidate, steps: distance(name, candidate) }))
    .reduce((best, next) => (next.steps < best.steps ? next : best))
}

const isNear = ({ name, steps }: { name: string; steps: number }) =>
  name.length >= SHORTEST && steps <= (name.length >= 2 * SHORTEST ? 2 : 1)

/**
 * Finds variables that look like the service's and are none: misspelt ones would be left unread without a word.
 *
 * @param names of all variables that are set
 * @param known every name that the service reads
 * @returns one line a variable, without its value
 */
export function unknownVariables(names: readonly string[], known: readonly string[]): string[] {
  const isKnown = new Set(known)
  return names
    .filter((name) => !isKnown.has(name) && !name.startsWith('npm_'))
    .flatMap((name) => {
      const upper = name.toUpperCase()
      const best = nearest(upper, known)
      const isOwn = OWN.some((start) => name.startsWith(start)) && !OF_NEIGHBOUR.test(name)
      if (!isOwn && !isNear(best)) return []
      return [`  ${name}: is no variable of the service; did you mean ${best.name}?`]
    })
}
