export function needsInstall(root: string): boolean
export function optionalPackages(lockfile: {
  packages?: Record<string, { optionalDependencies?: Record<string, string> }>
}): ReadonlySet<string>
export function lacksUnavailableAlone(output: string, optional: ReadonlySet<string>): boolean
export function installDependencies(options: {
  root: string
  log: (line: string) => void
  signal?: AbortSignal
}): Promise<void>
