export function needsInstall(root: string): boolean
export function lacksUnavailableAlone(output: string): boolean
export function installDependencies(options: {
  root: string
  log: (line: string) => void
  signal?: AbortSignal
}): Promise<void>
