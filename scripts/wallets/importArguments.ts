import { parseArgs } from 'node:util'

/** What the import is asked to do. */
export type ImportTask =
  | { kind: 'package'; file: string; out: string | undefined }
  | { kind: 'explorer'; projectId: string; out: string | undefined }
  | { kind: 'curated'; out: string | undefined }
  | { kind: 'marks'; file: string; out: string | undefined }
  | { kind: 'badges'; file: string; out: string | undefined }
  | { kind: 'assets'; out: string | undefined }

export const USAGE = `npm run import:wallets -- <one of these> [--out <folder>]
  --from-package <file.tgz>                   the tarball of the npm package thirdweb
  --from-explorer --project-id <id>           the WalletConnect explorer
  --curated                                   the curated list alone
  --marks <file.tgz>                          pictures of networks and tokens: the tarball of @web3icons/core
  --remove-badges <file.tgz>                  wallets' pictures without badges: the tarball of @rainbow-me/rainbowkit
  --draw-assets                               render drawings/ as asset-images/`

/**
 * Reads the arguments of the import.
 *
 * @throws TypeError with the usage when they do not name exactly one task
 */
export function importArguments(args: readonly string[]): ImportTask {
  const refuse = (): never => {
    throw new TypeError(USAGE)
  }
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        'from-package': { type: 'string' },
        'from-explorer': { type: 'boolean' },
        'project-id': { type: 'string' },
        curated: { type: 'boolean' },
        marks: { type: 'string' },
        'remove-badges': { type: 'string' },
        'draw-assets': { type: 'boolean' },
        out: { type: 'string' },
      },
    })
    const { out, 'from-package': file, 'from-explorer': explorer, 'project-id': projectId, curated } = values
    const { marks, 'remove-badges': badges } = values
    const chosen = [file, explorer, curated, values['draw-assets'], marks, badges].filter(Boolean)
    if (chosen.length !== 1 || Boolean(explorer) !== (projectId !== undefined)) return refuse()
    if (file) return { kind: 'package', file, out }
    if (marks) return { kind: 'marks', file: marks, out }
    if (badges) return { kind: 'badges', file: badges, out }
    if (projectId !== undefined)
      return /^[A-Za-z0-9_-]{1,64}$/.test(projectId) ? { kind: 'explorer', projectId, out } : refuse()
    return { kind: curated ? 'curated' : 'assets', out }
  } catch {
    return refuse()
  }
}
